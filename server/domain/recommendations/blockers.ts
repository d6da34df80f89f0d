import type { WindowGuard } from "@/server/domain/items/shop-window";
import type { PriceGuard } from "@/server/domain/pricing/engine";

/** The inputs that may change after a recommendation was made; the codes in `changed` of a conflict. */
type MovedInput =
  | "price"
  | "cost"
  | "currency"
  | "vat"
  | "version"
  | "policy"
  | "observations"
  | "state"
  | "store_ref"
  | "write_back";

/** A rule that a new price must not break. */
export type GuardCode = PriceGuard | WindowGuard;

export type BlockerCode = MovedInput | GuardCode;

/** The texts of one code. The receipt concerns a price that was approved before. */
type BlockerText<Code extends BlockerCode = BlockerCode> = {
  /** An input of the recommendation that changed, a guard that its price breaks, or a complete sentence. */
  readonly kind: "input" | "guard" | "sentence";
  /** Completes "… changed since" for an input; a separate clause for a guard. */
  readonly approval: string;
  /** Completes "Since the approval, …". */
  readonly receipt: Code extends GuardCode ? string : null;
};

const input = (approval: string) => ({ kind: "input", approval, receipt: null }) as const;

/** The texts of all codes. The API returns codes only, and pages look their texts up here. */
export const BLOCKERS: { readonly [Code in BlockerCode]: BlockerText<Code> } = {
  price: {
    kind: "input",
    approval: "the price in the catalog",
    receipt: "the item's price is no longer known",
  },
  cost: { kind: "input", approval: "the cost", receipt: "the item's cost is unknown or too old" },
  currency: { kind: "input", approval: "the currency", receipt: "the policy's currency is another one" },
  vat: input("the VAT in the prices"),
  version: input("the figures"),
  policy: input("the pricing policy"),
  observations: input("a competitor's price"),
  state: input("the item's state"),
  store_ref: input("the item's variant in the store"),
  write_back: {
    kind: "sentence",
    approval: "Another price of this item is still being written.",
    receipt: null,
  },
  below_cost: {
    kind: "guard",
    approval: "the new price would now be below cost",
    receipt: "the price would lie below cost",
  },
  margin_floor: {
    kind: "guard",
    approval: "the margin would now be below the floor",
    receipt: "the price would lie below the margin floor",
  },
  map: {
    kind: "guard",
    approval: "the price would now be below the minimum advertised price",
    receipt: "the price would lie below the minimum advertised price",
  },
  item_min: {
    kind: "guard",
    approval: "the price would now be below the item's lowest price",
    receipt: "the price would lie below the item's minimum",
  },
  item_max: {
    kind: "guard",
    approval: "the price would now be above the item's highest price",
    receipt: "the price would lie above the item's maximum",
  },
  msrp: {
    kind: "guard",
    approval: "the price would now be above the suggested retail price",
    receipt: "the price would lie above the suggested retail price",
  },
  market_distance: {
    kind: "guard",
    approval: "the price would now be too far from the market",
    receipt: "the price would lie too far from the market, or the market is no longer known",
  },
  max_change_per_day: {
    kind: "guard",
    approval: "the change would now be larger than a day allows",
    receipt: "the change in one day would be larger than the policy allows",
  },
  max_change: {
    kind: "guard",
    approval: "the change would now be larger than a run allows",
    receipt: "the change would be larger than the policy allows",
  },
  max_decrease: {
    kind: "guard",
    approval: "the price would now fall further than a run allows",
    receipt: "the price would fall further than the policy allows",
  },
  max_increase: {
    kind: "guard",
    approval: "the price would now rise further than a run allows",
    receipt: "the price would rise further than the policy allows",
  },
  direction: {
    kind: "guard",
    approval: "the price would now move in a direction that the policy forbids",
    receipt: "the price would move in a direction that the policy forbids",
  },
  min_profit: {
    kind: "guard",
    approval: "a unit would now earn less than the policy asks for",
    receipt: "a unit would earn less than the policy asks for",
  },
  markup_floor: {
    kind: "guard",
    approval: "the price would now lie below the markup floor",
    receipt: "the price would lie below the markup floor",
  },
  sale_price: {
    kind: "guard",
    approval: "the new price would not be above the sale price in the store, which would end the sale",
    receipt: "the price would not lie above the sale price in the store, which would end the sale",
  },
  compare_at: {
    kind: "guard",
    approval: "the new price would reach the struck-through price in the store, which would then be false",
    receipt: "the price would reach the struck-through price in the store, which would then be false",
  },
};

/** Returns the texts of a code; null for an unknown code of a newer version. */
export const blockerText = (code: string): BlockerText | null =>
  Object.hasOwn(BLOCKERS, code) ? BLOCKERS[code as BlockerCode] : null;
