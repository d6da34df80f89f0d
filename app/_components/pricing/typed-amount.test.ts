import { expect, it } from "vitest";
import { AmountError, parseAmount } from "@/server/domain/money";
import { typedAmount } from "./typed-amount";

it.each([
  ["12,50", "EUR", 1250n],
  [" 12.5 ", "EUR", 1250n],
  ["1000", "EUR", 100_000n],
  ["1,250", "KWD", 1250n],
  ["12.000", "JPY", null],
  ["1.000", "EUR", null],
  ["1,000", "EUR", null],
  ["2,500", "EUR", null],
  ["1.000,00", "EUR", null],
])("reads %j in %s as what was meant, or not at all", (typed, currency, minor) => {
  const read = () => parseAmount(typedAmount(typed, currency), currency);
  if (minor === null) expect(read).toThrow(AmountError);
  else expect(read()).toBe(minor);
});
