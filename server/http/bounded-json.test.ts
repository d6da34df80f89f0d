import { beforeAll, describe, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { JsonTooComplex, parseJson } from "./bounded-json";

const MEBIBYTE = 1024 * 1024;

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const objectOf = (names: number, from = 0): string =>
  `{${Array.from({ length: names }, (_, i) => `"k${from + i}":1`).join(",")}}`;

describe("a JSON text", () => {
  const bounds = { depth: 3, names: 4, values: 12, digits: 5 };

  it.each([
    ["three levels", '{"a":{"b":[1]}}'],
    ["brackets, commas and colons within texts", '{"a":"[[[[{{{{,,,,,,,,,,,,::::\\"[[[\\\\"}'],
    ["as many names as it may have in each object", `[${objectOf(4)},${objectOf(4)}]`],
    ["nothing but a text", '"a"'],
    ["as many digits as it may have on each side of the point", "[12345.54321, 99999]"],
    ["more digits than that in a text", '"1234567890"'],
    ["as many elements as it may have", `[${"1,".repeat(11)}1]`],
    ["all words there are", "[true,false,null,-1.5e+3,-1E-3]"],
    ["quotation marks and backslashes in a text", String.raw`["\\", "\"", "\\\"", "\\\\", ","]`],
    ["a text longer than what is read at a time", JSON.stringify(["x,[{".repeat(100_000), 1])],
    ["blanks longer than what is read at a time", `${" \n".repeat(100_000)}[1]`],
  ])("is read with %s", async (_, text) => {
    expect(await parseJson(bytes(text), bounds)).toEqual(JSON.parse(text));
  });

  it.each([
    ["four levels", '{"a":{"b":[[1]]}}'],
    ["levels beyond where it would end", "[".repeat(1_000)],
    ["one name too many", objectOf(5)],
    ["one name too many, one of them twice", '{"a":1,"a":1,"b":1,"c":1,"d":1}'],
    ["one element too many", `[${"1,".repeat(12)}1]`],
    ["one digit too many", "123456"],
    ["too many values in all", `[${Array(4).fill("[1,2,3]").join(",")}]`],
  ])("is refused with %s before it is made into values", async (_, text) => {
    await expect(parseJson(bytes(text), bounds)).rejects.toThrow(JsonTooComplex);
  });

  it.each([
    ["letters alone", "z".repeat(100)],
    ["words run together", "truetrue"],
    ["signs alone", "[------]"],
    ["half a text", '{"a":"b'],
    ["a text that ends in a backslash", '"\\"'],
    ["a second value", "[1] [2]"],
  ])("is refused when it is none, with %s", async (_, text) => {
    await expect(parseJson(bytes(text), bounds)).rejects.toThrow(SyntaxError);
  });

  it.each([
    ["blanks", " ", 16],
    ["half words", "z ", 16],
    ["texts side by side", '""', 16],
  ])("leaves others their turn when it is megabytes of %s", async (_, part, turns) => {
    let elapsedMs = 0;
    const takeTurns = (): void => {
      elapsedMs += 1;
      running = setImmediate(takeTurns);
    };
    let running = setImmediate(takeTurns);
    const text = bytes(part.repeat(MEBIBYTE / part.length));
    await expect(parseJson(text)).rejects.toThrow(SyntaxError);
    clearImmediate(running);
    expect(elapsedMs).toBeGreaterThanOrEqual(turns - 1);
  });
});

it("long texts that come together are read one after the other, and one that is none stops nobody", async () => {
  const long = (name: string) => bytes(JSON.stringify({ [name]: "x".repeat(300_000) }));
  const ended: string[] = [];
  const read = (name: string, text: Uint8Array) =>
    parseJson(text).then(
      () => ended.push(name),
      () => ended.push(`${name} refused`),
    );
  await Promise.all([
    read("first", long("a")),
    read("broken", bytes("[".repeat(100_000))),
    read("second", long("b")),
    read("short", bytes("[1]")),
  ]);
  expect(ended).toEqual(["short", "first", "broken refused", "second"]);
});

describe("a body of allowed size that holds too much", () => {
  const service = duringTests(startTestService);
  let token: string;
  beforeAll(async () => {
    const testWorkspace = await service.workspace();
    token = await service.mintToken({ workspaceId: testWorkspace.id, userId: testWorkspace.userId });
  });

  it.each([
    ["330,000 names", objectOf(330_000)],
    ["1,001 names in a row of many", `{"items":[${objectOf(1_001)}]}`],
    ["a thousand levels", `{"items":${"[".repeat(1_000)}${"]".repeat(1_000)}}`],
    ["a number of a million digits", `{"limit":${"9".repeat(1_000_000)}}`],
    ["a million rows", `{"items":[${"1,".repeat(1_000_000)}1]}`],
  ])("is refused with 413: %s", async (_, body) => {
    const response = await service.call("POST", "/catalog/items", { token, body });
    expect([response.status, response.json?.["error"]]).toEqual([413, "payload_too_large"]);
  });
});
