import { profitPerUnit } from "@/server/domain/margin";
import type { Policy } from "@/server/domain/pricing/engine/compile";
import { evaluateCost } from "@/server/domain/pricing/engine/cost";
import { evidenceWindow, movedFrom } from "@/server/domain/pricing/engine/evidence-window";
import { permittedInterval } from "@/server/domain/pricing/engine/interval";
import { evaluateMarket } from "@/server/domain/pricing/engine/market";
import { marketProblem } from "@/server/domain/pricing/engine/market-problem";
import { scopeFor } from "@/server/domain/pricing/engine/scope";
import { lateMoveBreaks } from "@/server/domain/pricing/engine/window-limits";
import type { EngineItem, EngineObservation } from "@/server/domain/pricing/inputs";

export type PriceGuard =
  | "price"
  | "currency"
  | "cost"
  | "below_cost"
  | "margin_floor"
  | "map"
  | "item_min"
  | "item_max"
  | "msrp"
  | "market_distance"
  | "max_change_per_day"
  | "max_change"
  | "max_decrease"
  | "max_increase"
  | "direction"
  | "min_profit"
  | "markup_floor";

/** An item as it is now, with its current observations. */
export type Subject = { readonly item: EngineItem; readonly observations: readonly EngineObservation[] };

/**
 * Returns the guards that a target price would break for the item as it is now; an empty list means it may be
 * written. Approval and the worker check them again, because minutes or weeks pass after the engine found the price.
 * "cost" means an unknown or too old cost, "price" an item without a price; "market_distance" includes a market that
 * is not reliable any more.
 * @param target minor units of the policy's currency
 */
export function brokenGuards(
  { item, observations }: Subject,
  target: bigint,
  policy: Policy,
  nowMs: number,
): PriceGuard[] {
  const { price } = item;
  if (item.currency !== policy.currency) return ["currency"];
  if (price === null || price <= 0n || target <= 0n) return ["price"];
  const scope = scopeFor(policy, item);
  const cost = evaluateCost(item, scope.gates, nowMs);
  if (cost.state !== "fresh") return ["cost"];
  const broken = new Set<PriceGuard>();
  if (profitPerUnit(target, cost.amount, policy.marginFactors) < 0n) broken.add("below_cost");
  const market = evaluateMarket(item, observations, scope, nowMs);
  if (scope.marketDistances.length > 0 && marketProblem(item, market, scope) !== null)
    broken.add("market_distance");
  for (const { rule, side, amount } of permittedInterval(item, price, cost.amount, scope, market).bounds) {
    if (side === "floor" ? target < amount : target > amount) broken.add(rule);
  }
  const charged = movedFrom(evidenceWindow(item, policy, nowMs), price);
  if (charged !== price) for (const rule of lateMoveBreaks(scope, charged, target)) broken.add(rule);
  return [...broken];
}
