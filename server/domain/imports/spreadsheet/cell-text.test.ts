import { describe, expect, it } from "vitest";
import { numberText, plainNumber, roundedTo, shownNumber } from "./cell-text";
import { formatOf, GENERAL } from "./number-format";

const OWN = 164;
const shownAs = (value: number, code: string): string => numberText(value, formatOf(OWN, code), false);

describe("a number of a spreadsheet", () => {
  it.each<[number, string]>([
    [12.549999999999999, "12.55"],
    [0.1 + 0.2, "0.3"],
    [4006381333931, "4006381333931"],
    [123456789012345, "123456789012345"],
    [1.2345678901234567e19, "12345678901234600000"],
    [1e21, "1000000000000000000000"],
    [0.00000012, "0.00000012"],
    [-1.5, "-1.5"],
    [-0, "0"],
    [0.05, "0.05"],
    [1234.5, "1234.5"],
  ])("%d is the text %s", (value, text) => {
    expect(plainNumber(value)).toBe(text);
    expect(numberText(value, GENERAL, false)).toBe(text);
  });

  it.each<[number, string, string]>([
    [12.3456, "0.00", "12.35"],
    [1.005, "#,##0.00", "1.01"],
    [9.999, "0.00", "10"],
    [-2.345, "0.00;[Red]-0.00", "-2.35"],
    [12.5, "0.00", "12.5"],
    [12.99, "#,##0", "12.99"],
    [12.5, "0.0", "12.5"],
    [17, "0000", "0017"],
    [1234567.891, "0.00,,", "1234567.891"],
    [0.19, "0%", "19%"],
    [12.5, '#,##0.00\\ "€"', "12.5 €"],
    [12.5, "[$$-409]#,##0.00", "12.5 $"],
    [12.5, "#,##0.00 [$EUR]", "12.5 EUR"],
    [12.5, 'General" $"', "12.5 $"],
    [12.5, '#,##0.00" US$"', "12.5 US$"],
    [12.5, "0.00\\ \\k\\r", "12.5 kr"],
    [12.5, "0.00\\ \\z\\ł", "12.5 zł"],
    [17, '"ART-"0000', "ART-0017"],
    [17, "\\A\\-0000", "A-0017"],
    [12.5, '_-* #,##0.00 "zł"_-;-* #,##0.00', "12.5 zł"],
    [3, '0 "Stück"', "3"],
    [3, "[$-407]0", "3"],
  ])("%d in the format %s reads %s", (value, code, text) => {
    expect(shownAs(value, code)).toBe(text);
  });

  it("has no currency in a format that a country's program fills in", () => {
    expect(numberText(12.5, formatOf(44, '_("$"* #,##0.00_)'), false)).toBe("12.5");
    expect(numberText(12.345, formatOf(4, undefined), false)).toBe("12.35");
    expect(numberText(0.5, formatOf(9, undefined), false)).toBe("50%");
  });

  it("is rounded as it is shown where the file has that text alone", () => {
    expect(shownNumber(1234.5678, "1.234,57 €")).toBe("1234.57");
    expect(shownNumber(12.5678, "12,6")).toBe("12.5678");
    expect(shownNumber(17, "0017")).toBe("0017");
    expect(shownNumber(12.5, "12,50")).toBe("12.5");
    expect(roundedTo("0.005", 2)).toBe("0.01");
    expect(roundedTo("999.999", 2)).toBe("1000");
  });
});

describe("a moment of a spreadsheet", () => {
  it.each<[number, string, string]>([
    [46_357, "dd/mm/yyyy", "2026-12-01"],
    [46_357.25, "yyyy\\-mm\\-dd hh:mm", "2026-12-01T06:00:00"],
    [46_357.2583333333, "m/d/yy h:mm AM/PM", "2026-12-01T06:12:00"],
    [46_357.999999999, "yyyy-mm-dd", "2026-12-02"],
    [46_357, "[$-F800]dddd, mmmm dd, yyyy", "2026-12-01"],
    [1, "yyyy-mm-dd", "1900-01-01"],
    [61, "yyyy-mm-dd", "1900-03-01"],
    [0.75, "[h]:mm", "18:00:00"],
    [-3, "yyyy-mm-dd", "-3"],
    [12.5, "[Red]0.00", "12.5"],
  ])("%d in the format %s is %s", (value, code, text) => {
    expect(shownAs(value, code)).toBe(text);
  });

  it("counts from 1904 in files of old Macs, and is known by its number alone", () => {
    expect(numberText(44_895, formatOf(14, undefined), true)).toBe("2026-12-01");
    expect(numberText(46_357.5, formatOf(22, undefined), false)).toBe("2026-12-01T12:00:00");
  });
});
