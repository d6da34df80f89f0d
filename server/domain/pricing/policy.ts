import { z } from "zod";
import { currencyDecimals } from "@/server/domain/currency";
import { AmountError } from "@/server/domain/money";
import { Lanes } from "@/server/domain/pricing/policy-lanes";
import { Match } from "@/server/domain/pricing/policy-match";
import {
  Amount,
  Constraints,
  Fallback,
  Gates,
  Name,
  Rounding,
  ratio,
  Share,
  Strategy,
  WhenSoldOut,
} from "@/server/domain/pricing/policy-rules";

const rules = {
  strategy: Strategy.optional(),
  fallback: Fallback.optional(),
  when_sold_out: WhenSoldOut.optional(),
  constraints: Constraints.optional(),
  rounding: Rounding.optional(),
  gates: Gates.optional(),
};
/** The items a scope applies to, and its priority among the others. */
export const ScopeMatch = z.strictObject({
  match: Match,
  /** Of scopes with equally many conditions the one with the higher number wins; 0 by default. */
  priority: z.int().min(-1_000).max(1_000).optional(),
});
export type ScopeMatch = z.infer<typeof ScopeMatch>;
const Scope = z.strictObject({ name: Name(100), ...ScopeMatch.shape, ...rules });
/**
 * What the prices of some items have to keep, whatever scope decides about them; a match without conditions means every
 * item. A constraint that is null or false asks for nothing: no limit loosens another, or a scope.
 */
const Limit = z.strictObject({
  name: Name(100),
  match: Match.default({}),
  constraints: Constraints.default({}),
});
const Pricing = z.strictObject({
  includes_vat: z.boolean().optional(),
  vat_rate: ratio(0, 10).optional(),
  fee_rate: Share.optional(),
  fee_base: z.enum(["gross", "net"]).optional(),
  /** What each unit sold costs besides, in the policy's currency; a payment's share is of the price with VAT. */
  fee_fixed: Amount.optional(),
  payment_rate: Share.optional(),
  payment_fixed: Amount.optional(),
  shipping_cost: Amount.optional(),
});
const Breaker = z.strictObject({
  max_share: Share.nullable().optional(),
  max_median_move: ratio(0, 10).nullable().optional(),
  min_items: z.int().min(1).max(10_000_000).optional(),
});

/**
 * The shape of a policy as a workspace edits and stores it. Ratios and amounts are decimal strings. An absent field
 * takes the default; an unknown key is rejected. `readPolicyDocument` adds the checks across fields.
 */
export const PolicyDocument = z.strictObject({
  version: z.literal(1),
  currency: z
    .string()
    .refine((code) => currencyDecimals(code) !== null, "Give an ISO 4217 code such as EUR."),
  pricing: Pricing.optional(),
  scopes: z.array(Scope).max(200).optional(),
  limits: z.array(Limit).max(200).optional(),
  defaults: z.strictObject(rules).optional(),
  reopen_threshold: Share.optional(),
  alerts: z.strictObject({ undercut: Share.optional(), cost_spike: ratio(0, 100).optional() }).optional(),
  breaker: Breaker.optional(),
  lanes: Lanes.optional(),
});
export type PolicyDocument = z.infer<typeof PolicyDocument>;
export type PolicyScope = z.infer<typeof Scope>;
export type PolicyLimit = z.infer<typeof Limit>;

type GivenConstraints = z.infer<typeof Constraints>;
type GivenRounding = z.infer<typeof Rounding>;
type GivenGates = z.infer<typeof Gates>;
/** The constraints that ask for nothing unless a document has them; a complete policy need not mention them. */
export type ExtraConstraint =
  | "max_decrease"
  | "max_increase"
  | "direction"
  | "min_change"
  | "min_hours_between"
  | "min_profit"
  | "markup_floor";

/** The gates by which every observation counts unless a document has them. */
type ExtraGate = "sellers" | "ignore_below" | "tiers" | "delivered";

type GivenPricing = z.infer<typeof Pricing>;
/** What a sale costs besides, which is nothing unless a document has it. */
type ExtraFee = "fee_fixed" | "payment_rate" | "payment_fixed" | "shipping_cost";

/** Every rule with an explicit value, except those that ask for nothing where they are absent. */
export type FullRules = {
  readonly strategy: z.infer<typeof Strategy>;
  readonly fallback?: z.infer<typeof Fallback>;
  readonly when_sold_out?: z.infer<typeof WhenSoldOut>;
  readonly constraints: Required<Omit<GivenConstraints, ExtraConstraint>> &
    Pick<GivenConstraints, ExtraConstraint>;
  readonly rounding: Required<Omit<GivenRounding, "direction">> & Pick<GivenRounding, "direction">;
  readonly gates: Required<Omit<GivenGates, ExtraGate>> & Pick<GivenGates, ExtraGate>;
};

/** A policy document with every default filled in, except in its scopes. */
export type FullPolicy = PolicyDocument & {
  readonly pricing: Required<Omit<GivenPricing, ExtraFee>> & Pick<GivenPricing, ExtraFee>;
  readonly scopes: PolicyScope[];
  readonly defaults: FullRules;
  readonly reopen_threshold: string;
  readonly alerts: { undercut: string; cost_spike: string };
  readonly breaker: Required<z.infer<typeof Breaker>>;
};

/** Usual price endings: .99 and .49 for currencies with cents, round amounts in yen, half dinars in fils. */
function usualEndings(decimals: number): string[] {
  if (decimals === 0) return ["0", "8"];
  const rest = "0".repeat(decimals - 2);
  return [`.99${rest}`, `.49${rest}`];
}

/**
 * Returns the policy of a new workspace: the defaults, and that a sold-out item keeps its price, which a document that
 * does not say so never meant. @throws AmountError for an unknown currency
 */
export function NEW_POLICY(currency: string): FullPolicy {
  const policy = DEFAULT_POLICY(currency);
  return { ...policy, defaults: { ...policy.defaults, when_sold_out: "hold" } };
}

/** Returns what a document means where it says nothing. @throws AmountError for an unknown currency */
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
      constraints: {
        margin_floor: "0.20",
        max_change: "0.15",
        max_change_per_day: null,
        market_distance: null,
        item_limits: true,
        map: true,
        msrp: true,
      },
      rounding: { endings: usualEndings(decimals), bands: [] },
      gates: {
        max_cost_age_days: 90,
        max_observation_age_days: 14,
        min_observations: 2,
        in_stock_only: true,
        outlier_ratio: "3",
        outlier_ratio_others: "3",
        pack_size: "not_different",
      },
    },
    reopen_threshold: "0.01",
    alerts: { undercut: "0.05", cost_spike: "0.10" },
    breaker: { max_share: "0.5", max_median_move: "0.12", min_items: 100 },
  };
}
