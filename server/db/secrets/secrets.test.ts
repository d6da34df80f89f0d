import { expect, it } from "vitest";
import { openSecret, type SecretLocation, sealSecret } from "./secrets";

const KEY = "a key of the tests, long enough to seal with";
const HERE: SecretLocation = { table: "integrations", row: "int_1", workspaceId: "ws_1" };

it("opens a secret where it was sealed, whatever its characters", () => {
  const secret = '{"key":"pä55 ✓"}';
  expect(openSecret(KEY, HERE, sealSecret(KEY, HERE, secret))).toBe(secret);
});

it("never seals the same secret to the same bytes, and shows nothing of it", () => {
  const [one, two] = [sealSecret(KEY, HERE, "hunter2"), sealSecret(KEY, HERE, "hunter2")];
  expect(one.equals(two)).toBe(false);
  expect(one.includes("hunter2")).toBe(false);
});

it.each<[string, Partial<SecretLocation>]>([
  ["another row", { row: "int_2" }],
  ["another workspace", { workspaceId: "ws_2" }],
  ["another table", { table: "stores" }],
])("does not open in %s", (_, elsewhere) => {
  const sealed = sealSecret(KEY, HERE, "hunter2");
  expect(() => openSecret(KEY, { ...HERE, ...elsewhere }, sealed)).toThrow("cannot be opened");
});

it("does not open with another key, nor when any byte was changed or the end is missing", () => {
  const sealed = sealSecret(KEY, HERE, "hunter2");
  expect(() => openSecret(`${KEY}!`, HERE, sealed)).toThrow("cannot be opened");
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(i) ^ 1, i);
    expect(() => openSecret(KEY, HERE, changed)).toThrow();
  }
  for (const length of [0, 1, 20, sealed.length - 1])
    expect(() => openSecret(KEY, HERE, sealed.subarray(0, length))).toThrow();
});
