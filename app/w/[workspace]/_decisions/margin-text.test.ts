import { expect, it } from "vitest";
import { unknownMarginText } from "./margin-text";

const euro = (amount: string) => ({ amount, currency: "EUR" });
const advice = { recommended_price: null, current_price: euro("19.00"), margin_before: null, cost: null };

it("says in one sentence why advice without a price shows no margin", () => {
  expect(unknownMarginText(advice)).toBe("Not known until the cost is.");
  expect(unknownMarginText({ ...advice, current_price: null })).toBe("Not known, as the item has no price.");
  expect(unknownMarginText({ ...advice, cost: euro("9.00") })).toBe("Not known.");
});

it("says nothing where a margin is shown: the present one, or one that a price changes", () => {
  expect(unknownMarginText({ ...advice, margin_before: "0.2000" })).toBeNull();
  expect(unknownMarginText({ ...advice, recommended_price: euro("21.00") })).toBeNull();
});
