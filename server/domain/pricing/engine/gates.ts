import { DAY_MS } from "@/server/domain/durations";
import { type MarginFactors, type PricePerCost, priceForMargin } from "@/server/domain/margin";
import { parseAmount } from "@/server/domain/money";
import type { CompiledDelivered } from "@/server/domain/pricing/engine/delivered";
import { type CompiledTier, compileTiers } from "@/server/domain/pricing/engine/tiers";
import { sellerKey } from "@/server/domain/pricing/inputs";
import type { FullRules } from "@/server/domain/pricing/policy";
import { type Ratio, ratioOrNull } from "@/server/domain/ratio";

/** The sellers whose prices count, or those whose prices do not; told by their keys. */
export type CompiledSellers = { readonly only: boolean; readonly keys: ReadonlySet<string> };

/** Below what a price does not count; `price` is the factor from cost to the price that covers it. */
export type CompiledIgnore =
  | {
      readonly kind: "cost" | "floor";
      readonly price: PricePerCost | null;
      /** That of what is taken a unit; null where nothing is. */
      readonly feesIn: string | null;
    }
  | { readonly kind: "amount"; readonly amount: bigint };

/** Which observations count, and what has to be known, in exact numbers. */
export type CompiledGates = {
  readonly maxCostAgeMs: number | null;
  readonly maxObservationAgeMs: number | null;
  readonly minObservations: number;
  readonly inStockOnly: boolean;
  /** The outlier limits: distance from the item's own price, and distance from the other observations. */
  readonly outlierRatio: Ratio | null;
  readonly outlierRatioOthers: Ratio | null;
  readonly packSize: FullRules["gates"]["pack_size"];
  readonly sellers: CompiledSellers | null;
  readonly ignoreBelow: CompiledIgnore | null;
  /** The first of them that has enough prices is the market; empty where all sellers are. */
  readonly tiers: readonly CompiledTier[];
  /** Null where prices are compared without delivery. */
  readonly delivered: CompiledDelivered | null;
};

type Given = FullRules["gates"];

/** Compiles gates to exact numbers; `currency` is that of their amounts. */
export function compileGates(gates: Given, currency: string, marginFactors: MarginFactors): CompiledGates {
  return {
    maxCostAgeMs: gates.max_cost_age_days === null ? null : gates.max_cost_age_days * DAY_MS,
    maxObservationAgeMs:
      gates.max_observation_age_days === null ? null : gates.max_observation_age_days * DAY_MS,
    minObservations: gates.min_observations,
    inStockOnly: gates.in_stock_only,
    outlierRatio: ratioOrNull(gates.outlier_ratio),
    outlierRatioOthers: ratioOrNull(gates.outlier_ratio_others),
    packSize: gates.pack_size,
    sellers: compileSellers(gates.sellers),
    ignoreBelow: compileIgnore(gates.ignore_below, currency, marginFactors),
    tiers: compileTiers(gates.tiers, gates.min_observations),
    delivered: gates.delivered
      ? { ownShipping: parseAmount(gates.delivered.own_shipping, currency, true), currency }
      : null,
  };
}

/** Null where all sellers count. */
function compileSellers(sellers: Given["sellers"]): CompiledSellers | null {
  if (!sellers) return null;
  return {
    only: sellers.only !== undefined,
    keys: new Set((sellers.only ?? sellers.except ?? []).map(sellerKey)),
  };
}

/** Compiles below what prices do not count, in minor units of `currency`; null where all do. */
function compileIgnore(
  below: Given["ignore_below"],
  currency: string,
  marginFactors: MarginFactors,
): CompiledIgnore | null {
  if (!below) return null;
  if (below !== "cost" && below !== "floor") return { kind: "amount", amount: parseAmount(below, currency) };
  return {
    kind: below,
    price: priceForMargin({ num: 0n, den: 1n }, marginFactors),
    feesIn: marginFactors.fixed?.currency ?? null,
  };
}
