import { z } from "zod";
import { EvidenceWindowJson } from "@/server/domain/pricing/evidence-window-json";
import { OBSERVATION_REFUSALS, PRICING_RULES, STEP_EFFECTS } from "@/server/domain/pricing/outcome";
import type { EvidenceJson } from "@/server/domain/pricing/outcome-json";
import { SaleLag } from "../items/sale-lag";
import { MoneyOut, Timestamp } from "../scalars";

const amount = z.string().nullable();

/** Evidence as stored by the engine; amounts are decimal strings in major units of the item's currency. */
const Stored = z.object({
  scope: z.string(),
  shop_window: EvidenceWindowJson.optional(),
  cost: z.object({ amount, age_days: z.int().nullable(), state: z.enum(["fresh", "stale", "unknown"]) }),
  market: z.object({
    lowest: amount,
    median: amount,
    highest: amount,
    used: z.int(),
    refused: z.int(),
    newest: z.string().nullable(),
  }),
  observations: z.array(
    z.object({
      id: z.string(),
      seller: z.string(),
      price: z.string(),
      currency: z.string(),
      in_stock: z.boolean().nullable(),
      observed_at: z.string(),
      url: z.string().nullable(),
      pack_size: z.string().optional(),
      shipping: z.string().optional(),
      compared: z.string().optional(),
      used: z.boolean(),
      refusal: z.enum(OBSERVATION_REFUSALS).nullable(),
      note: z.string(),
    }),
  ),
  trail: z.array(
    z.object({
      rule: z.enum(PRICING_RULES),
      label: z.string(),
      amount,
      effect: z.enum(STEP_EFFECTS),
      bound: z.boolean(),
    }),
  ),
}) satisfies z.ZodType<EvidenceJson>;

const Observation = z.object({
  id: z.string(),
  seller: z.string(),
  price: MoneyOut,
  in_stock: z.boolean().nullable(),
  observed_at: Timestamp,
  url: z.string().nullable(),
  pack_size: z.string().nullable().meta({ description: "The pack it was seen for; null where unknown." }),
  shipping: MoneyOut.nullable().meta({ description: "What delivery costs; null where unknown." }),
  compared: MoneyOut.meta({
    description:
      "What the own price is compared with: the price, or with delivery, less what the own delivery costs.",
  }),
  used: z.boolean(),
  refusal: z.enum(OBSERVATION_REFUSALS).nullable().meta({ description: "Why it was not used." }),
  note: z.string(),
});

const TrailStep = z.object({
  rule: z.enum(PRICING_RULES),
  label: z.string(),
  amount: MoneyOut.nullable(),
  effect: z.enum(STEP_EFFECTS),
  bound: z.boolean().meta({ description: "Whether this rule decided the price in the end." }),
});

const EvidenceWindow = z
  .object({
    regular_price: MoneyOut.nullable().meta({ description: "The price that a recommendation changes." }),
    shopper_price: MoneyOut.nullable().meta({
      description: "What shoppers paid: the sale price while a sale ran. Margins and alerts are about it.",
    }),
    compare_at: MoneyOut.nullable().meta({ description: "The struck-through price." }),
    sale: z
      .object({
        price: MoneyOut,
        from: Timestamp.nullable(),
        until: Timestamp.nullable(),
        running: z.boolean().meta({ description: "Whether it ran when the recommendation was made." }),
      })
      .nullable(),
    read_from: z
      .object({
        integration_id: z.string(),
        kind: z.string(),
        synced_at: Timestamp.nullable().meta({
          description: "When the last sync was complete; null before the first.",
        }),
      })
      .nullable()
      .meta({ description: "The store that showed it; null for an item of no store." }),
    read_at: Timestamp.nullable().meta({
      description: "When the store was read last for this item's sale; null where that is not known.",
    }),
    lag: SaleLag,
  })
  .nullable()
  .meta({ description: "What shoppers saw. Null where an earlier engine decided, which did not know it." });

export const Evidence = z
  .object({
    scope: z.string().meta({ description: "The part of the policy that applied." }),
    policy_version: z.int(),
    shop_window: EvidenceWindow,
    cost: z.object({
      amount: MoneyOut.nullable(),
      age_days: z.int().nullable(),
      state: z.enum(["fresh", "stale", "unknown"]),
    }),
    market: z.object({
      lowest: MoneyOut.nullable(),
      median: MoneyOut.nullable(),
      highest: MoneyOut.nullable(),
      used: z.int(),
      refused: z.int(),
      newest: Timestamp.nullable(),
    }),
    observations: z.array(Observation),
    trail: z.array(TrailStep).meta({ description: "How the price was found, rule by rule." }),
  })
  .meta({ id: "Evidence", description: "What was known when the recommendation was made." });

/**
 * Serializes stored evidence for the API.
 * @throws ZodError or SyntaxError if the text is not evidence that the engine wrote
 */
export function presentEvidence(
  text: string,
  currency: string,
  policyVersion: number,
): z.input<typeof Evidence> {
  const { scope, shop_window, cost, market, observations, trail } = Stored.parse(JSON.parse(text));
  const money = (of: string | null) => (of === null ? null : { amount: of, currency });
  return {
    scope,
    policy_version: policyVersion,
    shop_window:
      shop_window === undefined
        ? null
        : {
            ...shop_window,
            regular_price: money(shop_window.regular_price),
            shopper_price: money(shop_window.shopper_price),
            compare_at: money(shop_window.compare_at),
            sale: shop_window.sale && {
              ...shop_window.sale,
              price: { amount: shop_window.sale.price, currency },
            },
            read_at: shop_window.read_at ?? null,
            lag: shop_window.lag ?? null,
          },
    cost: { ...cost, amount: money(cost.amount) },
    market: {
      ...market,
      lowest: money(market.lowest),
      median: money(market.median),
      highest: money(market.highest),
    },
    observations: observations.map(
      ({ price, currency: own, pack_size, shipping, compared = price, ...rest }) => ({
        ...rest,
        pack_size: pack_size ?? null,
        price: { amount: price, currency: own },
        shipping: shipping === undefined ? null : { amount: shipping, currency: own },
        compared: { amount: compared, currency: own },
      }),
    ),
    trail: trail.map((step) => ({ ...step, amount: money(step.amount) })),
  };
}

export const exampleEvidence = {
  scope: "Everything else",
  policy_version: 3,
  shop_window: {
    regular_price: { amount: "89.90", currency: "EUR" },
    shopper_price: { amount: "89.90", currency: "EUR" },
    compare_at: null,
    sale: null,
    read_from: {
      integration_id: "int_01k9zq0v7k3t5m8w2x4y6z0a1b",
      kind: "vendure",
      synced_at: "2026-11-20T06:10:00.000Z",
    },
    read_at: null,
    lag: null,
  },
  cost: { amount: { amount: "64.80", currency: "EUR" }, age_days: 6, state: "fresh" },
  market: {
    lowest: { amount: "94.90", currency: "EUR" },
    median: { amount: "99.90", currency: "EUR" },
    highest: { amount: "104.90", currency: "EUR" },
    used: 3,
    refused: 0,
    newest: "2026-11-20T06:12:00.000Z",
  },
  observations: [
    {
      id: "obs_01k9zq0v7k3t5m8w2x4y6z0a1b",
      seller: "alpinshop.example",
      price: { amount: "99.90", currency: "EUR" },
      in_stock: true,
      observed_at: "2026-11-20T06:12:00.000Z",
      url: null,
      pack_size: null,
      shipping: null,
      compared: { amount: "99.90", currency: "EUR" },
      used: true,
      refusal: null,
      note: "used, seen 2 hours ago",
    },
  ],
  trail: [
    {
      rule: "position",
      label: "Meet the market median",
      amount: { amount: "99.90", currency: "EUR" },
      effect: "target",
      bound: true,
    },
  ],
} as const;
