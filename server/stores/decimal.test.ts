import { expect, it } from "vitest";
import { fractionOfPercent, minorUnitsOf } from "@/server/stores/decimal";

it.each([
  ["12.34", "EUR", 1234n],
  ["12.3", "EUR", 1230n],
  ["12", "EUR", 1200n],
  ["0", "EUR", 0n],
  ["31.0100", "EUR", 3101n],
  ["31.019", "EUR", null],
  ["1980.00", "JPY", 1980n],
  ["1980.50", "JPY", null],
  ["1.234", "KWD", 1234n],
  ["90071992547409.93", "EUR", 9007199254740993n],
  ["-1.00", "EUR", null],
  ["", "EUR", null],
  ["1e3", "EUR", null],
  ["12,34", "EUR", null],
  ["12.34", "XXX", null],
])("%j in %s is %s minor units", (text, currency, minor) => {
  expect(minorUnitsOf(text, currency)).toBe(minor);
});

it.each([
  ["19", "0.19"],
  ["19.0000", "0.19"],
  ["7.25", "0.0725"],
  ["0", "0"],
  ["100", "1"],
  ["-1", null],
  ["1e1", null],
  ["", null],
])("%j percent is the fraction %j", (percent, fraction) => {
  expect(fractionOfPercent(percent)).toBe(fraction);
});
