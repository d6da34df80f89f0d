import { z } from "zod";
import {
  AMOUNT_FIELDS,
  declaredFields,
  ITEM_FIELD_NAMES,
  type ItemField,
  rowKey,
  UNKNOWN_FIELDS,
} from "@/server/domain/items/declared-fields";
import { currenciesIn, ONE_CURRENCY } from "@/server/domain/items/item-edit";
import type { ItemPatch } from "@/server/domain/items/item-patch";
import { upsertItems } from "@/server/usecases/items/upsert";
import { mutation } from "../pipeline";
import {
  BulkResponse,
  bulkRows,
  checkRows,
  exampleBulk,
  MAX_BULK_BYTES,
  presentBulk,
  RowIssues,
} from "./bulk";
import { ItemRowInput } from "./row-input";

export const upsert = mutation(
  {
    method: "POST",
    path: "/catalog/items",
    scope: "catalog:write",
    tag: "Catalog",
    summary: "Create or update up to 1,000 items",
    description:
      "Rows are matched by SKU. An omitted field keeps its value, null or an empty text clears it. The amounts of a row are in one currency, which stays the item's. A bad row refuses that row alone.",
    errors: ["plan_limit"],
    maxBody: MAX_BULK_BYTES,
    repeats: "replay",
    input: z.object({ items: bulkRows(ItemRowInput) }),
    output: BulkResponse,
    example: {
      request: {
        items: [
          {
            sku: "MUG-350",
            title: "Enamel camping mug, 350 ml",
            price: { amount: "9.90", currency: "EUR" },
            cost: { amount: "8.67", currency: "EUR" },
            tags: ["camping"],
          },
        ],
      },
      response: exampleBulk,
    },
    links: { "catalog.list": { parameter: "q", from: "/rows/0/sku" } },
    mcp: { destructive: true, idempotent: true },
  },
  async ({ context, input }) => upsertItems(context, await checkRows(ItemRowInput, input.items, patchOf)),
  presentBulk,
);

/** Converts a row to a patch. All amounts of a row must share one currency; it becomes the currency of a new item. */
function patchOf(row: ItemRowInput): ItemPatch | RowIssues {
  const { sku, title, archived } = row;
  const currencies = currenciesIn(Object.fromEntries(AMOUNT_FIELDS.map((name) => [name, row[name]])));
  if (currencies.size > 1) return new RowIssues([ONE_CURRENCY]);
  const [currency] = currencies;
  return {
    sku,
    title,
    archived,
    ...declaredFields(ITEM_FIELD_NAMES, (name) => storedValue(row, name)),
    ...(currency === undefined ? {} : { currency }),
  };
}

/** Amounts are stored in minor units, and each tag once. */
function storedValue(row: ItemRowInput, name: ItemField) {
  const value = row[name];
  if (value === null) return UNKNOWN_FIELDS[rowKey(name)];
  if (Array.isArray(value)) return [...new Set(value)];
  return typeof value === "object" ? value.minor : value;
}
