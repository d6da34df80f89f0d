const WORDS: Readonly<Record<string, string>> = {
  price: "the price in the catalog",
  cost: "the cost",
  currency: "the currency",
  vat: "the VAT in the prices",
  version: "the figures",
  policy: "the pricing policy",
  observations: "what was seen at a competitor",
  below_cost: "the new price would now be below cost",
  margin_floor: "the margin would now be below the floor",
  map: "the price would now be below the minimum advertised price",
  item_min: "the price would now be below the item's lowest price",
  item_max: "the price would now be above the item's highest price",
  msrp: "the price would now be above the suggested retail price",
  market_distance: "the price would now be too far from the market",
  max_change_per_day: "the change would now be larger than a day allows",
  max_change: "the change would now be larger than a run allows",
};

const GUARD = /would now/;

/** What moved since a recommendation was seen, as one sentence; null when nothing that is told moved. */
export function changedSentence(changed: readonly string[]): string | null {
  if (changed.includes("write_back")) return "Another price of this item is still being written.";
  const told = changed.map((name) => WORDS[name] ?? name.replaceAll("_", " "));
  const moved = told.filter((words) => !GUARD.test(words));
  const broken = told.filter((words) => GUARD.test(words));
  const parts = [...(moved.length > 0 ? [`${listed(moved)} changed since`] : []), ...broken];
  if (parts.length === 0) return null;
  const text = parts.join("; ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}
