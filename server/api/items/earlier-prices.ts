import { z } from "zod";
import { earlierPrices as statedPrices } from "@/server/db/items/earlier-prices";
import { itemExists } from "@/server/db/items/items";
import { workspaceSettings } from "@/server/db/workspaces/settings";
import { notFound } from "@/server/domain/errors";
import type { EarlierPriceRow } from "@/server/domain/imports/csv/earlier-price-format";
import { toWire, wireIn } from "@/server/domain/money";
import {
  putEarlierPrices as put,
  removeEarlierPrices as remove,
} from "@/server/usecases/items/earlier-prices";
import { readTransaction } from "@/server/usecases/transaction";
import { mutation, query } from "../pipeline";
import { MoneyOut, PathId, Timestamp } from "../scalars";
import { BulkResponse, bulkRows, checkRows, exampleBulk, MAX_BULK_BYTES, presentBulk } from "./bulk";
import { EarlierPriceRowInput } from "./row-input";
import { exampleItem } from "./schemas";

export const putEarlierPrices = mutation(
  {
    method: "POST",
    path: "/catalog/earlier-prices",
    scope: "catalog:write",
    tag: "Catalog",
    summary: "State up to 1,000 prices from before they were recorded",
    description:
      "What shoppers could pay before an item came, for its prior price. What was recorded goes before what is stated. Of several that hold at a time, the lowest counts. A row of an item and moment that is stated already replaces that; a bad row refuses that row alone.",
    maxBody: MAX_BULK_BYTES,
    repeats: "replay",
    input: z.object({ prices: bulkRows(EarlierPriceRowInput) }),
    output: BulkResponse,
    example: {
      request: {
        prices: [
          {
            sku: "MUG-350",
            price: { amount: "11.90", currency: "EUR" },
            valid_from: "2026-08-01T00:00:00Z",
          },
        ],
      },
      response: exampleBulk,
    },
    links: { "catalog.list": { parameter: "q", from: "/rows/0/sku" } },
    mcp: false,
  },
  async ({ context, input }) => put(context, await checkRows(EarlierPriceRowInput, input.prices, valueOf)),
  presentBulk,
);

const valueOf = (row: EarlierPriceRowInput): EarlierPriceRow => ({
  sku: row.sku,
  price: row.price.minor,
  currency: row.price.currency,
  compareAt: row.compare_at_price?.minor ?? null,
  fromMs: Date.parse(row.valid_from),
  untilMs: row.valid_until ? Date.parse(row.valid_until) : null,
});

const EarlierPrice = z
  .object({
    valid_from: Timestamp,
    valid_until: Timestamp.nullable().meta({
      description: "Until before this; null: until the next one begins, or what was recorded.",
    }),
    price: MoneyOut,
    compare_at_price: MoneyOut.nullable(),
  })
  .meta({ id: "EarlierPrice" });

export const earlierPrices = query(
  {
    method: "GET",
    path: "/catalog/items/{item_id}/earlier-prices",
    scope: "catalog:read",
    tag: "Catalog",
    summary: "Read what is stated of an item's prices from before they were recorded",
    description: "Newest first.",
    input: z.object({ item_id: PathId }),
    output: z.object({
      item_id: z.string(),
      time_zone: z.string().meta({ description: "The workspace's, whose days count." }),
      data: z.array(EarlierPrice),
    }),
    example: {
      request: { item_id: exampleItem.id },
      response: {
        item_id: exampleItem.id,
        time_zone: "Europe/Berlin",
        data: [
          {
            valid_from: "2026-08-01T00:00:00.000Z",
            valid_until: null,
            price: { amount: "11.90", currency: "EUR" },
            compare_at_price: null,
          },
        ],
      },
    },
    mcp: false,
  },
  async ({ context, input: { item_id: itemId } }) => {
    const { timeZone, stated } = await readTransaction(context, async (tx) => {
      if (!(await itemExists(tx, itemId))) throw notFound("catalog item");
      const { timeZone } = await workspaceSettings(tx);
      return { timeZone, stated: (await statedPrices(tx, [itemId])).get(itemId) ?? [] };
    });
    return {
      item_id: itemId,
      time_zone: timeZone,
      data: stated.toReversed().map(({ fromMs, untilMs, currency, price, compareAt }) => ({
        valid_from: new Date(fromMs).toISOString(),
        valid_until: untilMs === null ? null : new Date(untilMs).toISOString(),
        price: toWire({ minor: price, currency }),
        compare_at_price: wireIn(currency)(compareAt),
      })),
    };
  },
);

export const removeEarlierPrices = mutation(
  {
    method: "POST",
    path: "/catalog/items/{item_id}/earlier-prices/remove",
    scope: "catalog:write",
    tag: "Catalog",
    summary: "Remove what is stated of an item's prices from before they were recorded",
    errors: ["plan_limit"],
    repeats: "natural",
    input: z.object({ item_id: PathId }),
    output: z.object({ ok: z.literal(true), idempotent: z.boolean(), removed: z.number().int() }),
    example: {
      request: { item_id: exampleItem.id },
      response: { ok: true, idempotent: false, removed: 1 },
    },
    mcp: false,
  },
  ({ context, input }) => remove(context, input.item_id),
  ({ removed }) => ({ ok: true as const, idempotent: removed === 0, removed }),
);
