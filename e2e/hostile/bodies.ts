/** Bodies with the highest processing cost for their size. Each call builds a new one: requests share no memory. */
export const BODIES: Readonly<Record<string, (bytes: number) => Buffer>> = {
  wide: (bytes) => wide(bytes, (i) => `"k${i.toString(36)}":1`),
  deep: (bytes) => Buffer.from("[".repeat(bytes / 2) + "]".repeat(bytes / 2)),
  "deep objects": (bytes) => Buffer.from('{"a":'.repeat(bytes / 6) + "1" + "}".repeat(bytes / 6)),
  "one long text": (bytes) => Buffer.from(`{"reason":"${"x".repeat(bytes - 20)}"}`),
  "escaped text": (bytes) => Buffer.from(`{"reason":"${"\\u0041".repeat(bytes / 6 - 10)}"}`),
  "many digits": (bytes) => Buffer.from(`{"limit":${"9".repeat(bytes - 20)}}`),
  "many tags": (bytes) => list(bytes, "subset_tags", '""'),
  "many rows": (bytes) => rows(bytes, "9.90"),
  "many refused rows": (bytes) => rows(bytes, "9".repeat(30)),
  "many wrong rows": (bytes) => list(bytes, "items", "{}"),
  "wide rows": (bytes) =>
    Buffer.concat([Buffer.from('{"items":['), wide(bytes - 20, (i) => `"k${i}":{}`), Buffer.from("]}")]),
  "no JSON": (bytes) => Buffer.alloc(bytes, 0x7b),
  "no UTF-8": (bytes) => Buffer.alloc(bytes, 0xff),
  "letters alone": (bytes) => Buffer.alloc(bytes, 0x7a),
};

function wide(bytes: number, member: (i: number) => string): Buffer {
  const members: string[] = [];
  for (let i = 0, length = 2; length < bytes - 20; i += 1) {
    const text = member(i);
    length += text.length + 1;
    members.push(text);
  }
  return Buffer.from(`{${members.join(",")}}`);
}

const list = (bytes: number, name: string, element: string): Buffer =>
  Buffer.from(
    `{"${name}":[${Array(Math.floor((bytes - 30) / (element.length + 1)))
      .fill(element)
      .join(",")}]}`,
  );

/** A bulk body of a thousand rows, every field as long as allowed. */
function rows(bytes: number, amount: string): Buffer {
  const room = Math.floor((bytes - 30) / 1_000) - 300;
  const row = (i: number): string =>
    JSON.stringify({
      sku: `S${i}`,
      title: "t".repeat(500),
      tags: Array.from({ length: 100 }, (_, tag) => `t${i}_${tag}`),
      price: { amount, currency: "EUR" },
      url: `https://a.example/${"a/".repeat(Math.max(0, Math.min(990, Math.floor((room - 1_900) / 2))))}`,
    });
  return Buffer.from(`{"items":[${Array.from({ length: 1_000 }, (_, i) => row(i)).join(",")}]}`).subarray(
    0,
    bytes,
  );
}
