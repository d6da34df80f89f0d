import { z } from "zod";
import { currencyDecimals } from "@/server/domain/currency";
import { AmountError } from "@/server/domain/money";
import { isRatioText, parseRatio } from "@/server/domain/ratio";
import { NOT_STORABLE, isStorable } from "@/server/domain/text";

/** A decimal fraction between two bounds that are themselves allowed, unless `above` makes the lower one exclusive. */
function ratio(low: number, high: number, above = false) {
  const within = (text: string): boolean => {
    if (!isRatioText(text)) return false;
    const { num, den } = parseRatio(text);
    const enough = above ? num > BigInt(low) * den : num >= BigInt(low) * den;
    return enough && num <= BigInt(high) * den;
  };
  const range = `${above ? "above" : "from"} ${low} to ${high}`;
  return z.string().refine(within, `Write a decimal fraction ${range}, for example "${low + 0.2}".`);
}

const Share = ratio(0, 1);
const Amount = z
  .string()
  .regex(/^\d{1,16}(\.\d{1,4})?$/, 'Write an amount as a decimal, for example "19.99".');
const Difference = z
  .string()
  .regex(/^-?\d{1,16}(\.\d{1,4})?$/, 'Write a difference as a decimal, for example "-0.50".');
const Name = (most: number) => z.string().min(1).max(most).refine(isStorable, NOT_STORABLE);
const Names = z.array(Name(200)).min(1).max(500);
const Days = z.int().min(1).max(3650);

const CostPlus = z
  .strictObject({ type: z.literal("cost_plus"), margin: Share.optional(), markup: ratio(0, 100).optional() })
  .refine((s) => (s.margin === undefined) !== (s.markup === undefined), "Give either margin or markup.");
const Position = z
  .strictObject({
    type: z.literal("position"),
    against: z.enum(["min", "median", "max"]),
    ratio: ratio(-1, 10, true).optional(),
    amount: Difference.optional(),
  })
  .refine((s) => s.ratio === undefined || s.amount === undefined, "Give ratio or amount, not both.");
export const Strategy = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("hold") }),
  CostPlus,
  Position,
]);

const Constraints = z.strictObject({
  margin_floor: Share.nullable().optional(),
  max_change: ratio(0, 1, true).nullable().optional(),
  item_limits: z.boolean().optional(),
  map: z.boolean().optional(),
});

const Endings = z.array(z.string().max(12)).max(20);
const Band = z.strictObject({
  price_from: Amount.optional(),
  price_to: Amount.optional(),
  endings: Endings,
});
const Rounding = z.strictObject({ endings: Endings.optional(), bands: z.array(Band).max(20).optional() });

const Gates = z.strictObject({
  max_cost_age_days: Days.nullable().optional(),
  max_observation_age_days: Days.nullable().optional(),
  min_observations: z.int().min(1).max(100).optional(),
  in_stock_only: z.boolean().optional(),
  outlier_ratio: ratio(1, 1000, true).nullable().optional(),
});

const rules = {
  strategy: Strategy.optional(),
  constraints: Constraints.optional(),
  rounding: Rounding.optional(),
  gates: Gates.optional(),
};
const Match = z.strictObject({
  tags: Names.optional(),
  categories: Names.optional(),
  brands: Names.optional(),
  price_from: Amount.optional(),
  price_to: Amount.optional(),
});
const Scope = z.strictObject({ name: Name(100), match: Match, ...rules });
const Pricing = z.strictObject({
  includes_vat: z.boolean().optional(),
  vat_rate: ratio(0, 10).optional(),
  fee_rate: Share.optional(),
  fee_base: z.enum(["gross", "net"]).optional(),
});
const Breaker = z.strictObject({
  max_share: Share.nullable().optional(),
  max_median_move: ratio(0, 10).nullable().optional(),
  min_items: z.int().min(1).max(10_000_000).optional(),
});

/**
 * The shape of a policy as a workspace edits and stores it. Ratios and amounts are decimal strings; an absent field
 * takes the default; a key that is not known is refused. `readPolicyDocument` adds the checks that span fields.
 */
export const PolicyDocument = z.strictObject({
  version: z.literal(1),
  currency: z
    .string()
    .refine((code) => currencyDecimals(code) !== null, "Give an ISO 4217 code such as EUR."),
  pricing: Pricing.optional(),
  scopes: z.array(Scope).max(200).optional(),
  defaults: z.strictObject(rules).optional(),
  reopen_threshold: Share.optional(),
  alerts: z.strictObject({ undercut: Share.optional(), cost_spike: ratio(0, 100).optional() }).optional(),
  breaker: Breaker.optional(),
});
export type PolicyDocument = z.infer<typeof PolicyDocument>;
export type PolicyScope = z.infer<typeof Scope>;

/** Every rule spelled out. */
export type FullRules = {
  readonly strategy: z.infer<typeof Strategy>;
  readonly constraints: Required<z.infer<typeof Constraints>>;
  readonly rounding: Required<z.infer<typeof Rounding>>;
  readonly gates: Required<z.infer<typeof Gates>>;
};

/** A policy document in which nothing is left to a default, scopes apart. */
export type FullPolicy = PolicyDocument & {
  readonly pricing: Required<z.infer<typeof Pricing>>;
  readonly scopes: PolicyScope[];
  readonly defaults: FullRules;
  readonly reopen_threshold: string;
  readonly alerts: { undercut: string; cost_spike: string };
  readonly breaker: Required<z.infer<typeof Breaker>>;
};

/** Endings shoppers are used to: .99 and .49 where there are cents, round-looking yen, half dinars in fils. */
function usualEndings(decimals: number): string[] {
  if (decimals === 0) return ["0", "8"];
  const rest = "0".repeat(decimals - 2);
  return [`.99${rest}`, `.49${rest}`];
}

/** The policy a new workspace starts with, complete. Throws AmountError for a currency that is none. */
export function DEFAULT_POLICY(currency: string): FullPolicy {
  const decimals = currencyDecimals(currency);
  if (decimals === null) throw new AmountError(`"${currency.slice(0, 10)}" is not an ISO 4217 currency.`);
  return {
    version: 1,
    currency,
    pricing: { includes_vat: false, vat_rate: "0", fee_rate: "0", fee_base: "gross" },
    scopes: [],
    defaults: {
      strategy: { type: "position", against: "median" },
      constraints: { margin_floor: "0.20", max_change: "0.15", item_limits: true, map: true },
      rounding: { endings: usualEndings(decimals), bands: [] },
      gates: {
        max_cost_age_days: 90,
        max_observation_age_days: 14,
        min_observations: 2,
        in_stock_only: true,
        outlier_ratio: "3",
      },
    },
    reopen_threshold: "0.01",
    alerts: { undercut: "0.05", cost_spike: "0.10" },
    breaker: { max_share: "0.5", max_median_move: "0.12", min_items: 100 },
  };
}
