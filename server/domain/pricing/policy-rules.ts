import { z } from "zod";
import { ITEM_BASES, isItemBase } from "@/server/domain/pricing/inputs";
import { isRatioText, parseRatio } from "@/server/domain/ratio";
import { isStorable, NOT_STORABLE } from "@/server/domain/text";

/** A decimal fraction between two bounds, both inclusive, unless `above` makes the lower one exclusive. */
export function ratio(low: number, high: number, above = false) {
  const within = (text: string): boolean => {
    if (!isRatioText(text)) return false;
    const { num, den } = parseRatio(text);
    const enough = above ? num > BigInt(low) * den : num >= BigInt(low) * den;
    return enough && num <= BigInt(high) * den;
  };
  const range = `${above ? "above" : "from"} ${low} to ${high}`;
  return z.string().refine(within, `Write a decimal fraction ${range}, for example "${low + 0.2}".`);
}

export const Share = ratio(0, 1);
export const Amount = z
  .string()
  .regex(/^\d{1,16}(\.\d{1,4})?$/, 'Write an amount as a decimal, for example "19.99".');
const Difference = z
  .string()
  .regex(/^-?\d{1,16}(\.\d{1,4})?$/, 'Write a difference as a decimal, for example "-0.50".');
export const Name = (maxLength: number) => z.string().min(1).max(maxLength).refine(isStorable, NOT_STORABLE);
export const Names = z.array(Name(200)).min(1).max(500);
const Days = z.int().min(1).max(3650);
/** The longest time for which the last change of a price is looked up. */
export const MOST_HOURS_BETWEEN = 720;

/** The reference of a price; `seller` requires a name, `rank` a rank. */
const reference = {
  against: z.enum(["min", "median", "mean", "mode", "max", "rank", "seller", ...ITEM_BASES]),
  seller: Name(200).optional(),
  /** 1 is the lowest price. */
  rank: z.int().min(1).max(100).optional(),
};
/** A reference of a strategy, which may look at older prices than others do. */
const measured = { ...reference, last_known_days: Days.optional() };
interface Reference {
  readonly against: string;
  readonly last_known_days?: number | undefined;
  readonly seller?: string | undefined;
  readonly rank?: number | undefined;
}
const namesSeller = (s: Reference): boolean => (s.against === "seller") === (s.seller !== undefined);
const NAME_SELLER = 'Name the seller with against "seller", and with no other.';
const saysRank = (s: Reference): boolean => (s.against === "rank") === (s.rank !== undefined);
const looksAtMarket = (s: Reference): boolean => s.last_known_days === undefined || !isItemBase(s.against);
const OF_MARKET = "Only prices of the market are last known at a time: leave last_known_days out.";
const SAY_RANK = 'Say which rank with against "rank", and with no other.';

const CostPlus = z
  .strictObject({
    type: z.literal("cost_plus"),
    margin: Share.optional(),
    markup: ratio(0, 100).optional(),
    /** What a unit has to earn on top, after VAT and fees. */
    amount: Amount.optional(),
  })
  .refine((s) => s.margin === undefined || s.markup === undefined, "Give either margin or markup.")
  .refine(
    (s) => s.margin !== undefined || s.markup !== undefined || s.amount !== undefined,
    "Give margin, markup or amount.",
  );
const Position = z
  .strictObject({
    type: z.literal("position"),
    ...measured,
    ratio: ratio(-1, 10, true).optional(),
    amount: Difference.optional(),
  })
  .refine((s) => s.ratio === undefined || s.amount === undefined, "Give ratio or amount, not both.")
  .refine(namesSeller, NAME_SELLER)
  .refine(saysRank, SAY_RANK)
  .refine(looksAtMarket, OF_MARKET);
/** Own price ÷ market figure stays within `tolerance` of `index`. */
const Index = z
  .strictObject({
    type: z.literal("index"),
    ...measured,
    index: ratio(0, 10, true),
    tolerance: Share.optional(),
  })
  .refine(namesSeller, NAME_SELLER)
  .refine(saysRank, SAY_RANK)
  .refine(looksAtMarket, OF_MARKET);
const Hold = z.strictObject({ type: z.literal("hold") });
const Simple = z.discriminatedUnion("type", [Hold, CostPlus, Position, Index]);
export type SimpleStrategy = z.infer<typeof Simple>;
/** All of them need a price, or there is none to pick. */
const BestOf = z.strictObject({
  type: z.literal("best_of"),
  pick: z.enum(["lowest", "highest"]),
  of: z.array(Simple).min(2).max(5),
});
export const Strategy = z.discriminatedUnion("type", [Hold, CostPlus, Position, Index, BestOf]);

/** What is tried, in this order, where the strategy has no price for an item. */
export const Fallback = z.array(Strategy).max(5);

/** What becomes of the price of an item without stock: kept, the item's highest price, or decided as any other. */
export const WhenSoldOut = z.enum(["hold", "item_max", "ignore"]);

/** How far above and below a market figure a price may lie. */
const MarketDistance = z
  .strictObject({
    against: z.enum(["min", "median", "mean", "max", "rank"]),
    rank: reference.rank,
    above: ratio(0, 10).nullable().optional(),
    below: Share.nullable().optional(),
  })
  .refine((d) => typeof d.above === "string" || typeof d.below === "string", "Give above, below or both.")
  .refine(saysRank, SAY_RANK);

/** A change has to reach both to be recommended, where both are given. */
const MinChange = z
  .strictObject({ ratio: ratio(0, 1, true).optional(), amount: Amount.optional() })
  .refine((least) => least.ratio !== undefined || least.amount !== undefined, "Give ratio, amount or both.");

export const Constraints = z.strictObject({
  margin_floor: Share.nullable().optional(),
  max_change: ratio(0, 1, true).nullable().optional(),
  max_change_per_day: ratio(0, 1, true).nullable().optional(),
  max_decrease: ratio(0, 1, true).nullable().optional(),
  max_increase: ratio(0, 1, true).nullable().optional(),
  direction: z.enum(["up", "down"]).nullable().optional(),
  min_change: MinChange.nullable().optional(),
  /** A price that was changed, by anybody, stays for so many hours while it keeps every other limit. */
  min_hours_between: z.int().min(1).max(MOST_HOURS_BETWEEN).nullable().optional(),
  /** What a unit has to earn after VAT, fees and cost, in the policy's currency. */
  min_profit: Amount.nullable().optional(),
  /** What a unit has to earn after VAT and fees, as a share of its cost. */
  markup_floor: ratio(0, 100).nullable().optional(),
  market_distance: MarketDistance.nullable().optional(),
  item_limits: z.boolean().optional(),
  map: z.boolean().optional(),
  msrp: z.boolean().optional(),
});

/**
 * any: every pack counts · not_different: every pack except one known to differ · same: only a pack known to be the
 * same.
 */
const PACK_GATES = ["any", "not_different", "same"] as const;

const Endings = z.array(z.string().max(12)).max(20);
const Band = z.strictObject({
  price_from: Amount.optional(),
  price_to: Amount.optional(),
  endings: Endings,
});
export const Rounding = z.strictObject({
  /** On which side of the target the ending is looked for first; without it on the nearer one. */
  direction: z.enum(["nearest", "up", "down"]).optional(),
  endings: Endings.optional(),
  bands: z.array(Band).max(20).optional(),
});

const Sellers = z
  .strictObject({ only: Names.optional(), except: Names.optional() })
  .refine((s) => (s.only === undefined) !== (s.except === undefined), "Give either only or except.");

/**
 * cost: the price that covers VAT, fees and cost · floor: the lowest one that margin, profit and markup floors permit ·
 * an amount above 0.
 */
const IgnoreBelow = z
  .string()
  .refine(
    (text) => text === "cost" || text === "floor" || (Amount.safeParse(text).success && /[1-9]/.test(text)),
    'Write "cost", "floor" or an amount above 0, for example "9.99".',
  );

const Weight = z
  .string()
  .regex(/^\d{1,4}(\.\d{1,4})?$/, 'Write a weight as a decimal with at most four decimals, for example "2".');

/** A tier without sellers is of all that no other tier names. */
const Tier = z
  .strictObject({
    sellers: Names.optional(),
    /** In the order of the sellers, for the market average; without them all weigh the same. */
    weights: z.array(Weight).min(1).max(500).optional(),
    /** So many prices have to count, or the next tier is taken; never fewer than are needed anyway. */
    at_least: z.int().min(1).max(100).optional(),
  })
  .refine(
    ({ sellers, weights }) => weights === undefined || weights.length === sellers?.length,
    "Give one weight for each seller.",
  );
const Tiers = z
  .array(Tier)
  .min(1)
  .max(5)
  .refine(
    (tiers) => tiers.filter(({ sellers }) => sellers === undefined).length < 2,
    "Only one tier can be of all other sellers.",
  );

/** What shoppers pay for the own delivery, in the policy's currency. */
const Delivered = z.strictObject({ own_shipping: Amount });

/** Which observations count, and what has to be known. */
export const Gates = z.strictObject({
  max_cost_age_days: Days.nullable().optional(),
  max_observation_age_days: Days.nullable().optional(),
  min_observations: z.int().min(1).max(100).optional(),
  in_stock_only: z.boolean().optional(),
  outlier_ratio: ratio(1, 1000, true).nullable().optional(),
  outlier_ratio_others: ratio(1, 1000, true).nullable().optional(),
  pack_size: z.enum(PACK_GATES).optional(),
  sellers: Sellers.nullable().optional(),
  ignore_below: IgnoreBelow.nullable().optional(),
  tiers: Tiers.nullable().optional(),
  /** Prices are compared with delivery. */
  delivered: Delivered.nullable().optional(),
});
