import { describe, expect, it } from "vitest";
import { isExactNumber, parseExact } from "@/server/stores/medusa/exact-json";

describe("JSON whose numbers are texts", () => {
  it.each([
    ['{"amount":9.01}', { amount: "9.01" }],
    [
      "[0.10, -1, 1e+21, 5E-7, 12345678901234567.89]",
      ["0.10", "-1", "1e+21", "5E-7", "12345678901234567.89"],
    ],
    ['{"a 1":"2, 3","b":"\\" 4","c":true,"d":null}', { "a 1": "2, 3", b: '" 4', c: true, d: null }],
    ['"\\\\"', "\\"],
    ["7", "7"],
  ])("%s", (text, value) => {
    expect(parseExact(text)).toEqual(value);
  });

  it.each(["", "01", "1.", ".5", "1.2.3", "{1:2}", '{"a":1', "-", "+1", "NaN", "'1'"])(
    "%j is no JSON",
    (text) => {
      expect(() => parseExact(text)).toThrow(SyntaxError);
    },
  );
});

it.each([
  ["31.01", true],
  ["-0.00000000000001", true],
  ["999999999999.99", true],
  ["1e+21", true],
  ["123456789012345", true],
  ["1234567890123456", false],
  ["12345678901234.56", false],
])("the number %s is held exactly: %s", (text, exact) => {
  expect(isExactNumber(text)).toBe(exact);
});
