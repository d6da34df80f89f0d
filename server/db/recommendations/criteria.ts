import type { Money } from "@/server/domain/money";
import type { Confidence, PricingRule } from "@/server/domain/pricing/outcome";
import type { Why } from "@/server/domain/pricing/why";
import type { RecommendationKind } from "@/server/domain/recommendations/recommendation";
import type { Bind } from "../database/bind";
import { hasTextSql } from "../items/matching-text";
import { unitsSql } from "../items/units";

/** Which recommendations are meant, in any set of statuses; a field that is absent restricts nothing. */
export interface RecommendationCriteria {
  readonly kind?: RecommendationKind | undefined;
  readonly why?: Why | undefined;
  readonly brand?: string | undefined;
  readonly category?: string | undefined;
  readonly tag?: string | undefined;
  /** Bounds of the price change, up or down, as fractions. */
  readonly minChange?: string | undefined;
  readonly maxChange?: string | undefined;
  /** Bounds of margin after less margin before, as fractions with a sign. */
  readonly minMarginChange?: string | undefined;
  readonly maxMarginChange?: string | undefined;
  /** Compared with the money at risk of recommendations in that currency. */
  readonly minMoneyAtRisk?: Money | undefined;
  readonly createdUntil?: Date | undefined;
  readonly createdSince?: Date | undefined;
  readonly confidence?: Confidence | undefined;
  /** The rule that bound the recommended price. */
  readonly guard?: PricingRule | undefined;
  /** The run that recommended it; no price by hand has one. */
  readonly runId?: string | undefined;
  /** Text within the item's sku or title, in any case. */
  readonly search?: string | undefined;
}

/**
 * SQL of the money at risk in minor units: the change of profit per unit, up or down, times the stock on hand, or times
 * one when the stock is unknown. Null without a known cost. `r` is a recommendation and `i` its item.
 */
export const MONEY_AT_RISK = `(abs(r.profit_change)::numeric * ${unitsSql("i")})`;

const MARGIN_CHANGE = "(r.margin_after::numeric - r.margin_before::numeric)";

type Conditions = {
  readonly [Name in keyof RecommendationCriteria]-?: (
    value: NonNullable<RecommendationCriteria[Name]>,
    bind: Bind,
  ) => string;
};

// A comparison with a null column excludes the row.
const OF_RECOMMENDATION = {
  kind: (value, bind) => `r.kind = ${bind(value)}`,
  why: (value, bind) => `r.why = ${bind(value)}`,
  minChange: (value, bind) => `abs(r.change_ratio) >= ${bind(value)}::numeric`,
  maxChange: (value, bind) => `abs(r.change_ratio) <= ${bind(value)}::numeric`,
  minMarginChange: (value, bind) => `${MARGIN_CHANGE} >= ${bind(value)}::numeric`,
  maxMarginChange: (value, bind) => `${MARGIN_CHANGE} <= ${bind(value)}::numeric`,
  createdUntil: (value, bind) => `r.created_at <= ${bind(value)}`,
  createdSince: (value, bind) => `r.created_at >= ${bind(value)}`,
  confidence: (value, bind) => `r.confidence = ${bind(value)}`,
  guard: (value, bind) => `r.binding_rule = ${bind(value)}`,
  // A price by hand names the run that was the latest then, which did not recommend it.
  runId: (value, bind) => `r.run_id = ${bind(value)} AND NOT r.by_hand`,
} satisfies Partial<Conditions>;

const OF_ITEM = {
  brand: (value, bind) => `i.brand = ${bind(value)}`,
  category: (value, bind) => `i.category = ${bind(value)}`,
  tag: (value, bind) => `i.tags @> ARRAY[${bind(value)}::text]`,
  minMoneyAtRisk: ({ minor, currency }, bind) =>
    `r.currency = ${bind(currency)} AND ${MONEY_AT_RISK} >= ${bind(minor)}::numeric`,
  search: (value, bind) => hasTextSql(value, bind, "i."),
} satisfies Partial<Conditions>;

const CONDITIONS: Conditions = { ...OF_RECOMMENDATION, ...OF_ITEM };

/** The conditions of criteria, for a statement about `recommendations r`. */
export interface CriteriaSql {
  readonly conditions: readonly string[];
  /** Whether a condition reads the item, so that the statement has to join `catalog_items i`. */
  readonly readsItem: boolean;
}

/** Returns the conditions of the criteria that are set, none if nothing is. */
export function criteriaSql(criteria: RecommendationCriteria, bind: Bind): CriteriaSql {
  const conditions: string[] = [];
  let readsItem = false;
  for (const name of Object.keys(CONDITIONS) as (keyof RecommendationCriteria)[]) {
    const value = criteria[name];
    if (value === undefined) continue;
    const condition = CONDITIONS[name] as (value: unknown, bind: Bind) => string;
    conditions.push(condition(value, bind));
    readsItem ||= name in OF_ITEM;
  }
  return { conditions, readsItem };
}
