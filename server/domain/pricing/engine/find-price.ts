import type { CompiledScope } from "@/server/domain/pricing/engine/compile-scope";
import { evaluateCost } from "@/server/domain/pricing/engine/cost";
import type { PricingInputs } from "@/server/domain/pricing/engine/findings";
import {
  type Bound,
  breakEvenBound,
  type Interval,
  limitsChange,
  narrow,
  permittedInterval,
} from "@/server/domain/pricing/engine/interval";
import { evaluateMarket } from "@/server/domain/pricing/engine/market";
import { marketProblem } from "@/server/domain/pricing/engine/market-problem";
import { rulesFor } from "@/server/domain/pricing/engine/scope";
import { type Solution, solve } from "@/server/domain/pricing/engine/solve";
import { followsMarket, strategyTarget } from "@/server/domain/pricing/engine/strategy";

/** The price a scope finds for an item whose price, cost and market are reliable. */
export type FoundPrice = { readonly interval: Interval; readonly solution: Solution };

/** Whether a scope's price depends on the market, as its target or as a limit. */
export const needsMarket = ({ strategy, marketDistances }: CompiledScope): boolean =>
  followsMarket(strategy) || marketDistances.length > 0;

/**
 * Returns the permitted price nearest to the strategy's target; null when the strategy has no target. Amounts in
 * minor units of the item's currency. When the policy's own limits would permit a new price below cost, a break-even
 * floor is added, because approval would refuse such a price.
 */
export function findPrice(inputs: PricingInputs, price: bigint, cost: bigint): FoundPrice | null {
  const { item, scope, market, policy } = inputs;
  const target = strategyTarget(scope.strategy, price, { item, cost, market });
  if (target === null) return null;
  const interval = permittedInterval(item, price, cost, scope, market);
  const solution = solve(target, price, interval, scope);
  if (policy.breakEven === null || solution.kind !== "price" || solution.price === price)
    return { interval, solution };
  const breakEvenFloor = breakEvenBound(cost, policy.breakEven);
  if (solution.price >= breakEvenFloor.amount) return { interval, solution };
  const narrowed = narrow([...interval.bounds, breakEvenFloor]);
  return { interval: narrowed, solution: solve(target, price, narrowed, scope) };
}

/**
 * Decides the item again at the new price `to` and returns the next price if it would change again: another scope may
 * then match, or other observations may be near enough to count. Null when the price is stable, and when it is one
 * step of a longer move in the same direction that a limit on change cut short.
 */
export function nextPriceAt(
  inputs: PricingInputs,
  to: bigint,
  bound: Bound | null,
  nowMs: number,
): { readonly price: bigint; readonly scope: CompiledScope } | null {
  const from = inputs.item.price ?? to;
  const item = { ...inputs.item, price: to };
  const scope = rulesFor(inputs.policy, item);
  if (scope === inputs.scope && !outlierSetMayChange(inputs, to)) return null;
  const cost = evaluateCost(item, scope.gates, nowMs);
  const market = evaluateMarket(item, inputs.market.observations, scope, nowMs);
  if (cost.state !== "fresh" || (needsMarket(scope) && marketProblem(item, market, scope.gates) !== null))
    return null;
  const next = findPrice({ ...inputs, item, scope, cost, market }, to, cost.amount);
  if (next === null || next.solution.kind !== "price" || next.solution.price === to) return null;
  const { price } = next.solution;
  const continuesMove = bound !== null && limitsChange(bound) && price > to === to > from;
  return continuesMove ? null : { price, scope };
}

/** Whether other observations may count at that price: the outlier limit is measured from the item's price. */
function outlierSetMayChange({ scope, market }: PricingInputs, price: bigint): boolean {
  const { outlierRatio: limit } = scope.gates;
  const { lowest, highest } = market.figures;
  if (limit === null || !needsMarket(scope)) return false;
  if (market.refusals.outlier > 0) return true;
  if (lowest === null || highest === null) return false;
  return highest * limit.den > price * limit.num || price * limit.den > lowest * limit.num;
}
