import type { StockLevel } from "@/server/domain/items/item-list";
import type { ItemState } from "@/server/domain/items/item-state";
import type { MarketPosition } from "@/server/domain/items/market-position";
import type { MarginFactors } from "@/server/domain/margin";
import type { Policy } from "@/server/domain/pricing/engine";
import type { Ratio } from "@/server/domain/ratio";
import type { Bind } from "../database/bind";
import { isAtPositionSql } from "./market-position";
import { hasTextSql } from "./matching-text";
import { scopeMatchSql } from "./scope-match";
import { shopperPriceSql } from "./shopper-price";

/** A bound of the margin at what shoppers pay, under the policy's VAT and fees. */
export interface MarginBound {
  readonly ratio: Ratio;
  readonly factors: MarginFactors;
}

/** Which items are meant; a field that is absent restricts nothing. */
export interface ItemCriteria {
  readonly state?: ItemState | undefined;
  readonly brand?: string | undefined;
  readonly category?: string | undefined;
  readonly tag?: string | undefined;
  readonly stock?: StockLevel | undefined;
  readonly cost?: "known" | "unknown" | undefined;
  /** Costs that were set until then. */
  readonly costUntil?: Date | undefined;
  readonly minMargin?: MarginBound | undefined;
  /** The margin is below it. */
  readonly belowMargin?: MarginBound | undefined;
  /** The margin is below the floor that this policy sets for the item, by its scope or a limit. */
  readonly belowFloorOf?: Policy | undefined;
  /** What shoppers pay, compared with the market price. */
  readonly position?: MarketPosition | undefined;
  /** Text within the item's sku or title, in any case. */
  readonly search?: string | undefined;
  readonly updatedSince?: Date | undefined;
  readonly updatedBefore?: Date | undefined;
}

type Conditions = {
  readonly [Name in keyof ItemCriteria]-?: (
    value: NonNullable<ItemCriteria[Name]>,
    bind: Bind,
    at: Date,
  ) => string;
};

/**
 * SQL: compares the margin with a bound, exactly, by products of whole numbers:
 * (p·afterFees − (c + fixed)·den) / (p·net) against num/den of the ratio. Null without a cost or a price above 0, and
 * in another currency than the fixed fees are in.
 */
function marginSql({ ratio, factors }: MarginBound, comparison: "<" | ">=", bind: Bind, at: Date): string {
  const ofPrice = factors.afterFees * ratio.den - ratio.num * factors.net;
  const ofCost = factors.den * ratio.den;
  const paid = `(${shopperPriceSql(bind(at))})`;
  const { fixed } = factors;
  const [each, own] =
    fixed === null
      ? ["cost::numeric", ""]
      : [`(cost::numeric + ${bind(fixed.minor)}::numeric)`, ` AND currency = ${bind(fixed.currency)}`];
  return `(${paid} > 0${own} AND ${paid}::numeric * ${bind(ofPrice)}::numeric ${comparison} ${each} * ${bind(ofCost)}::numeric)`;
}

/**
 * SQL: whether the margin is below a floor of the item, as in `scopeFor`: that of the first scope that it matches, or
 * of any limit that it matches. False without a floor; null where the margin is unknown.
 */
function belowFloorSql(
  { scopes, fallback, limits, marginFactors: factors }: Policy,
  bind: Bind,
  at: Date,
): string {
  const below = ({ marginFloor }: Pick<Policy["fallback"], "marginFloor">) =>
    marginFloor === null ? "false" : marginSql({ ratio: marginFloor.ratio, factors }, "<", bind, at);
  const cases = scopes.flatMap((scope) =>
    scope.match === null ? [] : [`WHEN ${scopeMatchSql(scope.match, bind)} THEN ${below(scope)}`],
  );
  const ofScope =
    cases.length === 0 ? below(fallback) : `CASE ${cases.join(" ")} ELSE ${below(fallback)} END`;
  const ofLimits = limits.flatMap(({ match, constraints }) =>
    constraints.marginFloor === null ? [] : [`(${scopeMatchSql(match, bind)} AND ${below(constraints)})`],
  );
  return `(${[ofScope, ...ofLimits].join(" OR ")})`;
}

const STATES: Readonly<Record<ItemState, string>> = {
  active: "archived_at IS NULL AND store_state IS NULL",
  archived: "archived_at IS NOT NULL",
  missing: "archived_at IS NULL AND store_state = 'missing'",
  disabled: "archived_at IS NULL AND store_state = 'disabled'",
  ambiguous: "archived_at IS NULL AND store_state = 'ambiguous'",
};

const STOCKS: Readonly<Record<StockLevel, string>> = {
  none: "stock <= 0",
  some: "stock > 0",
  unknown: "stock IS NULL",
};

// A comparison with a null column excludes the row.
const CONDITIONS: Conditions = {
  state: (value) => STATES[value],
  brand: (value, bind) => `brand = ${bind(value)}`,
  category: (value, bind) => `category = ${bind(value)}`,
  tag: (value, bind) => `tags @> ARRAY[${bind(value)}::text]`,
  stock: (value) => STOCKS[value],
  cost: (value) => `cost IS ${value === "known" ? "NOT " : ""}NULL`,
  costUntil: (value, bind) => `cost IS NOT NULL AND cost_updated_at <= ${bind(value)}`,
  minMargin: (value, bind, at) => marginSql(value, ">=", bind, at),
  belowMargin: (value, bind, at) => marginSql(value, "<", bind, at),
  belowFloorOf: belowFloorSql,
  position: isAtPositionSql,
  search: (value, bind) => hasTextSql(value, bind),
  updatedSince: (value, bind) => `updated_at >= ${bind(value)}`,
  updatedBefore: (value, bind) => `updated_at < ${bind(value)}`,
};

/**
 * Returns the conditions of the criteria that are set, for a statement about `catalog_items`; none if nothing is.
 * @param at the time at which sales are running
 */
export function itemCriteriaSql(criteria: ItemCriteria, bind: Bind, at: Date): string[] {
  return (Object.keys(CONDITIONS) as (keyof ItemCriteria)[]).flatMap((name) => {
    const value = criteria[name];
    if (value === undefined) return [];
    const condition = CONDITIONS[name] as (value: unknown, bind: Bind, at: Date) => string;
    return [condition(value, bind, at)];
  });
}
