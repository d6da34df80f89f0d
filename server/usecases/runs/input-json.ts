import { z } from "zod";
import type { RunItem } from "@/server/db/runs/items";
import { NEVER_READ, type StoredWindow } from "@/server/domain/items/shop-window";

/** Time, policy version and engine version of a decision, the same for all items of a run. */
export interface DecisionFrame {
  readonly asOfMs: number;
  readonly policyVersion: number;
  readonly engineVersion: string;
}

const text = (minor: bigint | null): string | null => (minor === null ? null : minor.toString());
const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/**
 * Serializes the complete input of an item's outcome as JSON with a fixed key order; amounts are decimal strings in
 * minor units. Earlier engines had fewer fields, and their inputs are written without the later ones, byte for byte.
 * When a price last changed is written where it is known, which it is only where a rule asks for it,
 * and so is what a seller takes for delivery.
 */
export function inputToJson({ item, observations }: RunItem, frame: DecisionFrame): string {
  const version = FIELDS_SINCE[frame.engineVersion] ?? LATEST;
  const first = version === 1;
  return JSON.stringify({
    v: version,
    as_of: iso(frame.asOfMs),
    policy_version: frame.policyVersion,
    engine_version: frame.engineVersion,
    item: {
      id: item.id,
      sku: item.sku,
      currency: item.currency,
      price: text(item.price),
      ...(version < 3 ? {} : { shop_window: windowToJson(item.shopWindow, version) }),
      cost: text(item.cost),
      cost_updated_at: iso(item.costUpdatedAtMs),
      map_price: text(item.mapPrice),
      min_price: text(item.minPrice),
      max_price: text(item.maxPrice),
      ...(first ? {} : { msrp: text(item.msrp), pack_size: item.packSize, day_price: text(item.dayPrice) }),
      ...(item.priceChangedAtMs === null ? {} : { price_changed_at: iso(item.priceChangedAtMs) }),
      stock: item.stock,
      tags: item.tags,
      category: item.category,
      brand: item.brand,
      baseline_price: text(item.baselinePrice),
      baseline_cost: text(item.baselineCost),
    },
    observations: observations.map((each) => ({
      id: each.id,
      seller: each.seller,
      price: text(each.price),
      currency: each.currency,
      in_stock: each.inStock,
      observed_at: iso(each.observedAtMs),
      url: each.url,
      ...(first ? {} : { pack_size: each.packSize }),
      ...(each.shipping === null ? {} : { shipping: text(each.shipping) }),
    })),
  });
}

/** The form of the inputs of earlier engines; later ones have the latest. */
const FIELDS_SINCE: Readonly<Record<string, number>> = { 1: 1, 2: 2, 3: 2, 4: 3 };
const LATEST = 4;

const windowToJson = (
  { shopperPrice, compareAt, sale, source, readAtMs }: StoredWindow,
  version: number,
) => ({
  shopper_price: text(shopperPrice),
  compare_at: text(compareAt),
  sale: sale && {
    price: text(sale.price),
    from: sale.from?.toISOString() ?? null,
    until: sale.until?.toISOString() ?? null,
  },
  read_from: source && {
    integration_id: source.integrationId,
    kind: source.kind,
    synced_at: iso(source.syncedAtMs),
  },
  ...(version < 4 ? {} : { read_at: iso(readAtMs) }),
});

const Minor = z
  .string()
  .regex(/^-?\d+$/)
  .transform(BigInt);
const Instant = z.iso.datetime().transform((at) => Date.parse(at));
const Time = z.iso.datetime().transform((at) => new Date(at));

const Window = z
  .object({
    shopper_price: Minor.nullable(),
    compare_at: Minor.nullable(),
    sale: z.object({ price: Minor, from: Time.nullable(), until: Time.nullable() }).nullable(),
    read_from: z
      .object({ integration_id: z.string(), kind: z.string(), synced_at: Instant.nullable() })
      .nullable(),
    read_at: Instant.nullable().default(null),
  })
  .transform(
    ({
      shopper_price: shopperPrice,
      compare_at: compareAt,
      sale,
      read_from: source,
      read_at: readAtMs,
    }): StoredWindow => ({
      shopperPrice,
      compareAt,
      sale,
      readAtMs,
      source: source && {
        integrationId: source.integration_id,
        kind: source.kind,
        syncedAtMs: source.synced_at,
      },
    }),
  );

const Input = z.object({
  v: z.literal([1, 2, 3, 4]),
  as_of: Instant,
  policy_version: z.int(),
  engine_version: z.string(),
  item: z.object({
    id: z.string(),
    sku: z.string(),
    currency: z.string(),
    price: Minor.nullable(),
    shop_window: Window.optional(),
    cost: Minor.nullable(),
    cost_updated_at: Instant.nullable(),
    map_price: Minor.nullable(),
    min_price: Minor.nullable(),
    max_price: Minor.nullable(),
    msrp: Minor.nullable().default(null),
    pack_size: z.string().nullable().default(null),
    day_price: Minor.nullable().default(null),
    price_changed_at: Instant.nullable().default(null),
    stock: z.int().nullable(),
    tags: z.array(z.string()),
    category: z.string().nullable(),
    brand: z.string().nullable(),
    baseline_price: Minor.nullable(),
    baseline_cost: Minor.nullable(),
  }),
  observations: z.array(
    z.object({
      id: z.string(),
      seller: z.string(),
      price: Minor,
      currency: z.string(),
      in_stock: z.boolean().nullable(),
      observed_at: Instant,
      url: z.string().nullable(),
      pack_size: z.string().nullable().default(null),
      shipping: Minor.nullable().default(null),
    }),
  ),
});

/**
 * Parses a stored input.
 * @throws ZodError when `inputToJson` did not write it
 */
export function inputFromJson(json: string): RunItem & DecisionFrame {
  const { item, observations, ...frame } = Input.parse(JSON.parse(json));
  return {
    asOfMs: frame.as_of,
    policyVersion: frame.policy_version,
    engineVersion: frame.engine_version,
    item: {
      id: item.id,
      sku: item.sku,
      currency: item.currency,
      price: item.price,
      shopWindow: item.shop_window ?? NEVER_READ,
      cost: item.cost,
      costUpdatedAtMs: item.cost_updated_at,
      mapPrice: item.map_price,
      minPrice: item.min_price,
      maxPrice: item.max_price,
      msrp: item.msrp,
      packSize: item.pack_size,
      dayPrice: item.day_price,
      priceChangedAtMs: item.price_changed_at,
      stock: item.stock,
      tags: item.tags,
      category: item.category,
      brand: item.brand,
      baselinePrice: item.baseline_price,
      baselineCost: item.baseline_cost,
    },
    observations: observations.map((each) => ({
      id: each.id,
      seller: each.seller,
      price: each.price,
      currency: each.currency,
      inStock: each.in_stock,
      observedAtMs: each.observed_at,
      url: each.url,
      packSize: each.pack_size,
      shipping: each.shipping,
    })),
  };
}
