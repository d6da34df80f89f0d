import { z } from "zod";

const RatioText = z
  .string()
  .regex(/^\d{1,4}(\.\d{1,6})?$/, "write a ratio as a decimal fraction, for example 0.20");
const SignedRatioText = z
  .string()
  .regex(/^-?\d{1,4}(\.\d{1,6})?$/, "write a ratio as a decimal fraction, for example -0.02");
const AmountText = z
  .string()
  .regex(/^\d{1,16}(\.\d{1,4})?$/, "write an amount as a decimal, for example 19.99");
const SignedAmountText = z
  .string()
  .regex(/^-?\d{1,16}(\.\d{1,4})?$/, "write an amount as a decimal, for example -0.50");
const Names = z.array(z.string().min(1).max(200)).min(1).max(500);

const Strategy = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("hold") }),
  z.strictObject({
    type: z.literal("cost_plus"),
    margin: RatioText.optional(),
    markup: RatioText.optional(),
  }),
  z.strictObject({
    type: z.literal("position"),
    against: z.enum(["min", "median", "max"]),
    ratio: SignedRatioText.optional(),
    amount: SignedAmountText.optional(),
  }),
]);

const Constraints = z.strictObject({
  margin_floor: RatioText.nullable().optional(),
  max_change: RatioText.nullable().optional(),
  item_limits: z.boolean().optional(),
  map: z.boolean().optional(),
});

const Endings = z.array(z.string()).max(20);
const Rounding = z.strictObject({
  endings: Endings.optional(),
  bands: z
    .array(
      z.strictObject({
        price_from: AmountText.optional(),
        price_to: AmountText.optional(),
        endings: Endings,
      }),
    )
    .max(20)
    .optional(),
});

const Days = z.int().min(1).max(3650);
const Gates = z.strictObject({
  max_cost_age_days: Days.nullable().optional(),
  max_observation_age_days: Days.nullable().optional(),
  min_observations: z.int().min(1).max(100).optional(),
  in_stock_only: z.boolean().optional(),
  outlier_ratio: RatioText.nullable().optional(),
});

/** The policy as a workspace stores and edits it; ratios and amounts are decimal strings, absent fields take the defaults. */
export const PolicyDocument = z.strictObject({
  version: z.literal(1),
  currency: z.string(),
  pricing: z
    .strictObject({
      includes_vat: z.boolean().optional(),
      vat_rate: RatioText.optional(),
      fee_rate: RatioText.optional(),
      fee_base: z.enum(["gross", "net"]).optional(),
    })
    .optional(),
  scopes: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(100),
        match: z.strictObject({
          tags: Names.optional(),
          categories: Names.optional(),
          brands: Names.optional(),
          price_from: AmountText.optional(),
          price_to: AmountText.optional(),
        }),
        strategy: Strategy.optional(),
        constraints: Constraints.optional(),
        rounding: Rounding.optional(),
        gates: Gates.optional(),
      }),
    )
    .max(200)
    .optional(),
  defaults: z
    .strictObject({
      strategy: Strategy.optional(),
      constraints: Constraints.optional(),
      rounding: Rounding.optional(),
      gates: Gates.optional(),
    })
    .optional(),
  reopen_threshold: RatioText.optional(),
  alerts: z.strictObject({ undercut: RatioText.optional(), cost_spike: RatioText.optional() }).optional(),
  breaker: z
    .strictObject({
      max_share: RatioText.nullable().optional(),
      max_median_move: RatioText.nullable().optional(),
      min_items: z.int().min(1).max(10_000_000).optional(),
    })
    .optional(),
});
export type PolicyDocument = z.infer<typeof PolicyDocument>;

/** The policy a new workspace starts with. */
export declare function DEFAULT_POLICY(currency: string): PolicyDocument;
