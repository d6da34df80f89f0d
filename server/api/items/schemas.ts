import { z } from "zod";
import type { ItemRow } from "@/server/db/items/pages";
import { windowOf } from "@/server/db/items/shop-windows";
import { ITEM_STATES, itemState, stateReason } from "@/server/domain/items/item-state";
import { MARKET_POSITIONS } from "@/server/domain/items/market-position";
import { isRunning, saleLag, shopperPriceAt } from "@/server/domain/items/shop-window";
import { isKnownIn, type MarginFactors, marginIfKnown } from "@/server/domain/margin";
import { toWire, wireIn } from "@/server/domain/money";
import type { StoredPolicy } from "@/server/domain/pricing/stored-policy";
import { readStoredPolicy } from "@/server/usecases/items/stored-policies";
import { MoneyOut, RatioOut, Timestamp } from "../scalars";
import { FIELD_OUTPUTS, presentFields } from "./field-outputs";
import { itemMarket } from "./item-market";
import { presentLag, SaleLag } from "./sale-lag";

const StoreRef = z.object({ kind: z.string().nullable(), ref: z.string() });

const Market = z
  .object({
    lowest: MoneyOut.nullable(),
    median: MoneyOut.nullable(),
    count: z.number().int(),
    newest: Timestamp.nullable(),
    refused: z.number().int().meta({ description: "Current offers that a gate of the policy refuses." }),
    cheaper: z.number().int().nullable().meta({
      description: "Current offers that count and are below what shoppers pay; null where that is unknown.",
    }),
    position: z.enum(MARKET_POSITIONS).meta({
      description: "What shoppers pay now, compared with `median`; unknown where one of them is.",
    }),
    price_index: RatioOut.nullable().meta({
      description:
        "What shoppers pay now divided by `median`, as a fraction rounded to four decimals; null where one of them is unknown. `position` compares the exact amounts, so 1.0000 may be above or below.",
    }),
    max_age_days: z.number().int().nullable().meta({
      description: "How old an offer may be to count; null where it may be of any age.",
    }),
    min_offers: z
      .number()
      .int()
      .nullable()
      .meta({ description: "How many a run needs to follow the market." }),
  })
  .meta({
    description:
      "The current offers that pass the gates of the active policy, as runs count them. The median of an even number is the mean of the two middle prices, half a minor unit to the even one.",
  });

const ShopWindow = z
  .object({
    shopper_price: MoneyOut.nullable().meta({
      description:
        "What the store charges: the sale price while a sale runs, else usually `price`. Null where a sale began or ended and the store was not read since.",
    }),
    compare_at: MoneyOut.nullable().meta({ description: "The struck-through price in the store." }),
    sale: z
      .object({
        price: MoneyOut,
        from: Timestamp.nullable().meta({ description: "Null without a limit." }),
        until: Timestamp.nullable().meta({ description: "Null without a limit." }),
        running: z.boolean(),
      })
      .nullable()
      .meta({ description: "A sale that the store knows, also a planned or a past one." }),
    lag: SaleLag,
  })
  .meta({
    description:
      "What shoppers see, as of the last sync. `price` is the regular price, which is the one that Pricecheck changes.",
  });

// The contract has the first ones among what belongs to them; the others follow in the order of their table.
const { brand, category, tags, price, compare_at_price, cost, ...furtherFields } = FIELD_OUTPUTS;

export const CatalogItem = z
  .object({
    id: z.string(),
    sku: z.string(),
    title: z.string(),
    brand,
    category,
    tags,
    currency: z
      .string()
      .meta({ description: "Of all its amounts, also where none is known.", example: "EUR" }),
    price,
    compare_at_price,
    shop_window: ShopWindow,
    cost,
    cost_updated_at: Timestamp.nullable(),
    ...furtherFields,
    store: StoreRef.nullable(),
    margin: RatioOut.nullable().meta({
      description:
        "(net − cost − fees) / net at what shoppers pay now, which is the sale price while a sale runs; null where that, the price or the cost is unknown.",
    }),
    market: Market,
    state: z.enum(ITEM_STATES).meta({
      description:
        "Runs look at active items alone. A store has no more what is missing, and does not sell what is disabled; several of its products have the SKU of what is ambiguous.",
    }),
    state_reason: z.string().nullable().meta({ description: "Why it is not active, in one sentence." }),
    state_since: Timestamp.nullable(),
    updated_at: Timestamp,
  })
  .meta({ id: "CatalogItem" });

/**
 * An item's margin at what shoppers pay at a time (milliseconds since 1970); null without price or cost, and where it
 * is not known in its currency.
 */
export function itemMargin(row: ItemRow, factors: MarginFactors, nowMs: number): string | null {
  const paid = shopperPriceAt(windowOf(row), row.price, nowMs);
  return isKnownIn(row.currency, factors) ? marginIfKnown(paid, row.cost, factors) : null;
}

/** Builds what shoppers see of an item at a time, milliseconds since 1970. */
function presentWindow(row: ItemRow, nowMs: number): z.input<typeof ShopWindow> {
  const window = windowOf(row);
  const { compareAt, sale } = window;
  const money = wireIn(row.currency);
  return {
    shopper_price: money(shopperPriceAt(window, row.price, nowMs)),
    compare_at: money(compareAt),
    sale: sale && {
      price: toWire({ minor: sale.price, currency: row.currency }),
      from: sale.from?.toISOString() ?? null,
      until: sale.until?.toISOString() ?? null,
      running: isRunning(sale, nowMs),
    },
    lag: presentLag(saleLag(window, row.price, nowMs)),
  };
}

/** Builds the response for a catalog row under the workspace's active policy. */
export function presentItem(
  row: ItemRow,
  { marginFactors, policy }: StoredPolicy,
  nowMs: number,
): z.input<typeof CatalogItem> {
  const { currency } = row;
  const market = itemMarket(row, policy, nowMs);
  const money = wireIn(currency);
  const { brand, category, tags, price, compare_at_price, cost, ...further } = presentFields(row);
  return {
    id: row.id,
    sku: row.sku,
    title: row.title,
    brand,
    category,
    tags,
    currency,
    price,
    compare_at_price,
    shop_window: presentWindow(row, nowMs),
    cost,
    cost_updated_at: row.costUpdatedAt?.toISOString() ?? null,
    ...further,
    store: row.storeRef === null ? null : { kind: row.storeKind, ref: row.storeRef },
    margin: itemMargin(row, marginFactors, nowMs),
    market: {
      lowest: money(market.lowest),
      median: money(market.median),
      count: market.used,
      newest: market.newestAtMs === null ? null : new Date(market.newestAtMs).toISOString(),
      refused: market.refused,
      cheaper: market.cheaper,
      position: market.position,
      price_index: market.priceIndex,
      max_age_days: market.maxAgeDays,
      min_offers: market.minObservations,
    },
    ...presentState(row),
    updated_at: row.updatedAt.toISOString(),
  };
}

function presentState(
  row: ItemRow,
): Pick<z.input<typeof CatalogItem>, "state" | "state_reason" | "state_since"> {
  const state = itemState({
    archivedAtMs: row.archivedAt?.getTime() ?? null,
    storeState: row.storeState,
  });
  const since = state === "archived" ? row.archivedAt : row.storeStateAt;
  return {
    state,
    state_reason: stateReason(state, row.archivedReason),
    state_since: since?.toISOString() ?? null,
  };
}

export const ItemStateChanged = z.union([
  z.object({ ok: z.literal(true), idempotent: z.literal(false), item: CatalogItem }),
  z.object({ ok: z.literal(true), idempotent: z.literal(true) }),
]);

/** Builds the response to a change of an item's state; null means the change had already taken effect. */
export const presentStateChange = (row: ItemRow | null, nowMs: number): z.input<typeof ItemStateChanged> =>
  row === null
    ? { ok: true, idempotent: true }
    : { ok: true, idempotent: false, item: presentItem(row, readStoredPolicy(row.policy), nowMs) };

export const exampleItem = {
  id: "itm_01k9zq0v7k3t5m8w2x4y6z0a1b",
  sku: "TRJ-M-MOS",
  title: "Trail runner jacket, men, M, moss",
  brand: "Alpenladen",
  category: "Jackets",
  tags: ["outdoor", "autumn"],
  currency: "EUR",
  price: { amount: "89.90", currency: "EUR" },
  compare_at_price: null,
  shop_window: {
    shopper_price: { amount: "89.90", currency: "EUR" },
    compare_at: null,
    sale: null,
    lag: null,
  },
  cost: { amount: "64.80", currency: "EUR" },
  cost_updated_at: "2026-11-14T08:00:00.000Z",
  map_price: null,
  min_price: null,
  max_price: null,
  msrp: null,
  pack_size: null,
  stock: 31,
  url: null,
  gtin: "9520123456788",
  store: { kind: "vendure", ref: "42" },
  margin: "0.2792",
  market: {
    lowest: { amount: "94.90", currency: "EUR" },
    median: { amount: "99.90", currency: "EUR" },
    count: 3,
    newest: "2026-11-20T06:12:00.000Z",
    refused: 1,
    cheaper: 0,
    position: "below",
    price_index: "0.8999",
    max_age_days: 14,
    min_offers: 2,
  },
  state: "active",
  state_reason: null,
  state_since: null,
  updated_at: "2026-11-20T06:15:00.000Z",
} as const;
