import type { EditableAmount } from "@/server/domain/items/item-edit";

/** What the pages call the amounts of an item that people edit. */
export const AMOUNT_LABELS: Readonly<Record<EditableAmount, string>> = {
  cost: "Cost",
  min_price: "Lowest price allowed",
  max_price: "Highest price allowed",
  map_price: "Minimum advertised price",
};
