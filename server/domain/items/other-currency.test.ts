import { expect, it } from "vitest";
import { countOthers, otherCurrencyText } from "./other-currency";

it("counts what is in no currency of the workspace's, and says what becomes of it", () => {
  const counts = countOthers(countOthers({}, ["EUR", "USD", "CHF"], "EUR"), ["USD", "EUR"], "EUR");
  expect(counts).toEqual({ USD: 2, CHF: 1 });
  const end = "which is not the workspace's currency: kept in the catalog, left out of every run.";
  expect(otherCurrencyText(counts)).toEqual([
    `1 item is priced in CHF, ${end}`,
    `2 items are priced in USD, ${end}`,
  ]);
  expect(otherCurrencyText({})).toEqual([]);
});
