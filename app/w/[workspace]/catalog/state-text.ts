import type { ItemState } from "@/server/domain/items/item-state";

/** An item's state in a word or two. */
export const STATE_LABELS: Readonly<Record<ItemState, string>> = {
  active: "Watched",
  archived: "Archived",
  missing: "Missing in the store",
  disabled: "Disabled in the store",
  ambiguous: "Several products with its SKU",
};
