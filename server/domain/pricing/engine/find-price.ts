import { endsWith, followedAim, needsMarket } from "@/server/domain/pricing/engine/aims";
import type { AimChoice, CompiledScope } from "@/server/domain/pricing/engine/compile-scope";
import { evaluateCost } from "@/server/domain/pricing/engine/cost";
import type { FollowedInputs, PricingInputs } from "@/server/domain/pricing/engine/findings";
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
import { followsMarket } from "@/server/domain/pricing/engine/strategy";

/** The price a scope finds for an item whose price, cost and market are reliable. */
export type FoundPrice = { readonly interval: Interval; readonly solution: Solution };

/**
 * Returns the permitted price nearest to the target of the strategy that is followed. Amounts in minor units of the
 * item's currency. When the policy's own limits would permit a new price below cost, a break-even floor is added,
 * because approval would refuse such a price; also when a price below cost would stay because it moves too little.
 */
export function findPrice(inputs: FollowedInputs, target: bigint, price: bigint, cost: bigint): FoundPrice {
  const { item, scope, market, policy } = inputs;
  const interval = permittedInterval(item, price, cost, scope, market);
  const solution = solve(target, price, interval, scope);
  const charged = chargedAfter(solution, price);
  if (policy.breakEven === null || charged === null) return { interval, solution };
  const breakEvenFloor = breakEvenBound(cost, policy.breakEven);
  if (charged >= breakEvenFloor.amount) return { interval, solution };
  const narrowed = narrow([...interval.bounds, breakEvenFloor]);
  const covering = solve(target, price, narrowed, scope);
  return { interval: narrowed, solution: charged === price ? boundBy(breakEvenFloor, covering) : covering };
}

/** Names the floor as what moves the price, where nothing else does. */
function boundBy(floor: Bound, solution: Solution): Solution {
  if (solution.kind !== "price" || solution.bound !== null) return solution;
  const steps = solution.steps.map((step) => ({ ...step, bound: step.rule === floor.rule }));
  return { ...solution, bound: floor, steps };
}

/** The price that an item gets, or goes on with because the change is too small; null for any other answer. */
function chargedAfter(solution: Solution, price: bigint): bigint | null {
  if (solution.kind === "price") return solution.price === price ? null : solution.price;
  const isTooSmall = solution.kind === "keep" && solution.why !== null && !("rule" in solution.why);
  return isTooSmall ? price : null;
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
  const rules = rulesFor(inputs.policy, item);
  if (rules === inputs.rules && !picksByPrice(rules) && !outlierSetMayChange(inputs, to)) return null;
  const cost = evaluateCost(item, rules.gates, nowMs);
  const market = evaluateMarket(item, inputs.market.observations, rules, nowMs);
  const problem = needsMarket(rules) ? marketProblem(item, market, rules) : null;
  if (cost.state !== "fresh" || (problem !== null && endsWith(problem, rules))) return null;
  const then = { ...inputs, item, rules, cost, market, shown: market };
  const aim = followedAim(then, to, cost.amount, problem, nowMs);
  if (aim.kind === "missing") return null;
  const { solution } = findPrice({ ...then, scope: aim.scope }, aim.target, to, cost.amount);
  if (solution.kind !== "price" || solution.price === to) return null;
  const { price } = solution;
  const continuesMove = bound !== null && limitsChange(bound) && price > to === to > from;
  return continuesMove ? null : { price, scope: rules };
}

/** Whether what is followed is picked from several strategies, of which some look at the item's own price. */
const picksByPrice = ({ aims }: CompiledScope): boolean => aims.some(({ pick }) => pick !== null);

/** Whether an aim looks at older prices, of which others may count at another price. */
const looksBack = ({ of }: AimChoice): boolean =>
  of.some(({ strategy }) => followsMarket(strategy) && strategy.reference.lastKnownMs !== null);

/** Whether other observations may count at that price: the outlier limit is measured from the item's price. */
function outlierSetMayChange({ rules, market }: PricingInputs, price: bigint): boolean {
  const { outlierRatio: limit } = rules.gates;
  const { lowest, highest } = market.figures;
  if (limit === null) return false;
  if (rules.aims.some(looksBack)) return true;
  if (!needsMarket(rules)) return false;
  if (market.refusals.outlier > 0 || market.refusals.other_tier > 0) return true;
  if (lowest === null || highest === null) return false;
  return highest * limit.den > price * limit.num || price * limit.den > lowest * limit.num;
}
