import { expect, it } from "vitest";
import { changedSentence } from "./changed-text";

it("says what moved in a shopkeeper's words", () => {
  expect(changedSentence(["price"])).toBe("The price in the catalog changed since.");
  expect(changedSentence(["price", "cost", "policy"])).toBe(
    "The price in the catalog, the cost and the pricing policy changed since.",
  );
});

it("says which guard the price would break", () => {
  expect(changedSentence(["cost", "below_cost"])).toBe(
    "The cost changed since; the new price would now be below cost.",
  );
});

it("says that another write is under way, and shows what it has no words for", () => {
  expect(changedSentence(["write_back"])).toBe("Another price of this item is still being written.");
  expect(changedSentence(["tax_class"])).toBe("Tax class changed since.");
  expect(changedSentence([])).toBeNull();
});
