import { MAX_MINOR } from "@/server/domain/money";
import type { FollowedScope } from "@/server/domain/pricing/engine/compile-scope";
import type { CompiledMinChange } from "@/server/domain/pricing/engine/constraints";
import { endingLabel, roundedPrice } from "@/server/domain/pricing/engine/endings";
import { type Bound, type Interval, limitsChange } from "@/server/domain/pricing/engine/interval";
import type { PricingRule, PricingStep } from "@/server/domain/pricing/outcome";
import { divideCeil } from "@/server/domain/ratio";

/** The result of applying the constraints to a target; amounts in minor units. */
export type Solution =
  | {
      readonly kind: "price";
      readonly price: bigint;
      readonly bound: Bound | null;
      readonly steps: PricingStep[];
    }
  | {
      readonly kind: "keep";
      /** The constraint that keeps the price where it is; null where the strategy does. */
      readonly why: Bound | CompiledMinChange | null;
      /** Where the price would go without it. */
      readonly wanted: bigint;
      readonly steps: PricingStep[];
    }
  | { readonly kind: "no_permitted_price"; readonly steps: PricingStep[] }
  | { readonly kind: "no_permitted_ending"; readonly steps: PricingStep[] };

/**
 * Returns the permitted price nearest to the target: inside the interval and with an allowed ending, so that floor,
 * MAP and margin hold after rounding. `current` is the current price; a hold strategy, or an index strategy whose
 * range contains it, keeps it while it is permitted, whatever its ending.
 */
export function solve(target: bigint, current: bigint, interval: Interval, scope: FollowedScope): Solution {
  const { lo, hi, loBound, hiBound } = interval;
  if (lo > hi) {
    return {
      kind: "no_permitted_price",
      steps: stepsOf(target, current, interval, scope, [loBound, hiBound], null),
    };
  }
  if (keeps(scope, target, current) && current >= lo && current <= hi) {
    const steps = stepsOf(target, current, interval, scope, [], null);
    return { kind: "keep", why: null, wanted: current, steps };
  }
  const turned = wrongWay(target, current, interval);
  if (turned !== null) {
    const steps = stepsOf(target, current, interval, scope, [turned], null);
    return { kind: "keep", why: turned, wanted: target, steps };
  }
  const price = roundedPrice(target, lo, hi, scope);
  if (price === null) {
    return {
      kind: "no_permitted_ending",
      steps: stepsOf(target, current, interval, scope, [loBound, hiBound], null),
    };
  }
  const small = current >= lo && current <= hi ? tooSmall(price, current, scope) : null;
  if (small !== null) {
    const steps = stepsOf(target, current, interval, scope, [], null);
    return { kind: "keep", why: small, wanted: price, steps: [...steps, smallStep(small, price, current)] };
  }
  const bound = bindingBound(target, price, interval, scope);
  return { kind: "price", price, bound, steps: stepsOf(target, current, interval, scope, [bound], price) };
}

/**
 * Returns the direction that forbids to move a permitted price towards the target, so that no ending moves it the other
 * way instead; null if none does.
 */
const wrongWay = (target: bigint, current: bigint, { lo, hi, bounds }: Interval): Bound | null =>
  current < lo || current > hi
    ? null
    : (bounds.find(
        ({ rule, side }) => rule === "direction" && (side === "floor" ? target < current : target > current),
      ) ?? null);

/** The smallest change that a least change permits, in minor units. */
const leastOf = ({ ratio, amount }: CompiledMinChange, current: bigint): bigint => {
  const share = ratio === null ? 0n : divideCeil(current * ratio.num, ratio.den);
  return share > amount ? share : amount;
};

/** Returns the least change that a new price does not reach; null if it reaches all. */
function tooSmall(price: bigint, current: bigint, { minChanges }: FollowedScope): CompiledMinChange | null {
  const change = price < current ? current - price : price - current;
  if (change === 0n) return null;
  return minChanges.find((least) => change < leastOf(least, current)) ?? null;
}

function smallStep(least: CompiledMinChange, price: bigint, current: bigint): PricingStep {
  const label = `No change under ${least.text}${least.limit === null ? "" : ` (${least.limit})`}`;
  const by = leastOf(least, current);
  return price < current
    ? step("min_change", label, current - by, "ceiling", true)
    : step("min_change", label, current + by, "floor", true);
}

const keeps = ({ strategy: { type } }: FollowedScope, target: bigint, current: bigint): boolean =>
  (type === "hold" || type === "index") && target === current;

/** Returns the rule that kept the price from where the strategy and the endings alone would have put it. */
function bindingBound(target: bigint, price: bigint, interval: Interval, scope: FollowedScope): Bound | null {
  const { lo, hi, loBound, hiBound } = interval;
  if (target < lo) return loBound;
  if (target > hi) return hiBound;
  const free = roundedPrice(target, 1n, MAX_MINOR, scope);
  if (free === null || free === price) return null;
  return free < lo ? loBound : hiBound;
}

function stepsOf(
  target: bigint,
  current: bigint,
  interval: Interval,
  scope: FollowedScope,
  binding: readonly (Bound | null)[],
  price: bigint | null,
): PricingStep[] {
  const { strategy, strategyLabel, endingsText } = scope;
  const free = price !== null && binding.every((bound) => bound === null);
  const steps = [step(strategy.type, strategyLabel, target, "target", free)];
  // Of the limits on change, only the one in the direction of the move is informative, unless the other one was
  // binding.
  const rises = target > current || interval.lo > current;
  for (const bound of interval.bounds) {
    const binds = binding.includes(bound);
    if (limitsChange(bound) && !binds && rises !== (bound.side === "ceiling")) continue;
    steps.push(step(bound.rule, bound.label, bound.amount, bound.side, binds));
  }
  if (endingsText !== "") {
    steps.push(step("ending", endingLabel(target, price, scope), price, "rounded", false));
  }
  return steps;
}

const step = (
  rule: PricingRule,
  label: string,
  amount: bigint | null,
  effect: PricingStep["effect"],
  bound: boolean,
): PricingStep => ({ rule, label, amount, effect, bound });
