import type { ItemRecord, MergeResult } from "@/server/domain/items/item-patch";
import { formatAmount } from "@/server/domain/money";

/** The amounts of an item that decide about its recommendations. */
const WATCHED = {
  cost: "cost",
  price: "price",
  min_price: "minPrice",
  max_price: "maxPrice",
  map_price: "mapPrice",
} as const satisfies Record<string, keyof ItemRecord>;

export type WatchedField = keyof typeof WATCHED;
const FIELDS = Object.keys(WATCHED) as WatchedField[];

/** One amount that a file changes, as decimals in `currency`; null is unknown. */
export interface AmountChange {
  readonly sku: string;
  readonly title: string;
  readonly field: WatchedField;
  readonly before: string | null;
  readonly after: string | null;
  readonly currency: string;
}

/** How many known items get another amount, by field, and the first of these changes. */
export interface ItemEffect {
  readonly changed: Readonly<Record<WatchedField, number>>;
  readonly first: readonly AmountChange[];
}

const MAX_SHOWN = 50;

/** Collects what a file changes about the amounts of items that are in the catalog; new items are not counted. */
export class ItemEffects {
  private readonly changed = { cost: 0, price: 0, min_price: 0, max_price: 0, map_price: 0 };
  private readonly first: AmountChange[] = [];

  add(merge: MergeResult): void {
    if (merge.outcome !== "updated" || merge.before === null) return;
    const { before, item } = merge;
    for (const field of FIELDS) {
      const key = WATCHED[field];
      if (before[key] === item[key]) continue;
      this.changed[field]++;
      if (this.first.length < MAX_SHOWN)
        this.first.push({
          sku: item.sku,
          title: item.title,
          field,
          before: amountText(before[key], before.currency),
          after: amountText(item[key], item.currency),
          currency: item.currency,
        });
    }
  }

  get report(): ItemEffect {
    return { changed: { ...this.changed }, first: [...this.first] };
  }
}

const amountText = (minor: bigint | null, currency: string): string | null =>
  minor === null ? null : formatAmount(minor, currency);
