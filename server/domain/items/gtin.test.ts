import { describe, expect, it } from "vitest";
import { isSameGtin, readGtin } from "./gtin";

describe("a GTIN", () => {
  it.each([
    ["GTIN-8", "96385074", "96385074"],
    ["GTIN-12", "036000291452", "036000291452"],
    ["GTIN-13", "9520123456788", "9520123456788"],
    ["GTIN-13 whose check digit is 0", "9520123456740", "9520123456740"],
    ["GTIN-14", "10614141000415", "10614141000415"],
    ["GTIN-13 padded to 14 digits", "09520123456788", "09520123456788"],
    ["GTIN-13 in groups", "9 520123 456788", "9520123456788"],
    ["GTIN-12 whose zeros a spreadsheet took away", "36000291452", "036000291452"],
    ["ISBN with hyphens", "978-3-16-148410-0", "9783161484100"],
  ])("is a %s", (_, text, value) => expect(readGtin(text)).toEqual({ value }));

  it.each([
    "",
    "952012345678",
    "9520123456787",
    "5920123456788",
    "36000291453",
    "6385074",
    "9.52012E+12",
    "9520123456788x",
    "009520123456788",
    "000000000000000",
    "00000000",
    "٩٥٢٠١٢٣٤٥٦٧٨٨",
  ])("is not %j", (text) => expect(readGtin(text)).toEqual({ fault: expect.any(String) }));

  it("is told the right check digit when its own is wrong", () => {
    expect(readGtin("9520123456780")).toEqual({
      fault: "The check digit of the GTIN 9520123456780 is wrong: it would have to end in 8.",
    });
  });

  it("is the same number with leading zeros and without, and no other one", () => {
    expect(isSameGtin("036000291452", "0036000291452")).toBe(true);
    expect(isSameGtin("00036000291452", "036000291452")).toBe(true);
    expect(isSameGtin("96385074", "00000096385074")).toBe(true);
    expect(isSameGtin("9520123456788", "19520123456785")).toBe(false);
  });
});
