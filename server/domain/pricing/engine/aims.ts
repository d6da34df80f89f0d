import type { Aim, CompiledScope } from "@/server/domain/pricing/engine/compile-scope";
import type { PricingInputs } from "@/server/domain/pricing/engine/findings";
import type { MarketProblem } from "@/server/domain/pricing/engine/market-problem";
import { isOfItem, type ReferenceInputs } from "@/server/domain/pricing/engine/reference";
import {
  type CompiledStrategy,
  followsMarket,
  isMeasured,
  strategyTarget,
} from "@/server/domain/pricing/engine/strategy";
import type { PricingStep, SkipReason } from "@/server/domain/pricing/outcome";

/** Why a strategy has no price for an item. */
export type Missing = { readonly reason: SkipReason; readonly message: string };

/** What an item aims for: its rules with the strategy that is followed, and the steps of those tried before. */
export type Followed =
  | {
      readonly kind: "followed";
      readonly scope: CompiledScope;
      /** Where the strategy puts the price, in minor units. */
      readonly target: bigint;
      readonly tried: readonly PricingStep[];
    }
  | { readonly kind: "missing"; readonly missing: Missing; readonly tried: readonly PricingStep[] };

/** Whether a scope's price depends on the market, as one of its targets or as a limit. */
export const needsMarket = ({ aims, marketDistances }: CompiledScope): boolean =>
  marketDistances.length > 0 || aims.some(({ strategy }) => followsMarket(strategy));

/**
 * Whether nothing else can be tried where the market is not reliable: a person has to look at it, a limit needs it, or
 * every strategy does.
 */
export const endsWith = (problem: MarketProblem, { aims, marketDistances }: CompiledScope): boolean =>
  problem.review || marketDistances.length > 0 || aims.every(({ strategy }) => followsMarket(strategy));

/**
 * Returns the first of the item's strategies that has a price, for an item whose price and cost are known; amounts in
 * minor units of its currency.
 * @param problem why the market is not reliable; null where it is, or is not needed
 */
export function followedAim(
  { rules, item, market }: PricingInputs,
  price: bigint,
  cost: bigint,
  problem: MarketProblem | null,
): Followed {
  const [first, ...others] = rules.aims;
  const targetOf = (aim: Aim) => targetOrMissing(aim.strategy, price, { item, cost, market }, problem);
  const target = targetOf(first);
  if (typeof target === "bigint") return { kind: "followed", scope: rules, target, tried: [] };
  if (others.length === 0) return { kind: "missing", missing: target, tried: [] };
  const tried = [triedStep(first, target)];
  for (const aim of others) {
    const next = targetOf(aim);
    if (typeof next === "bigint")
      return { kind: "followed", scope: withAim(rules, aim), target: next, tried };
    tried.push(triedStep(aim, next));
  }
  const message = `${target.message} Nothing that is tried instead has a price either.`;
  return { kind: "missing", missing: { ...target, message }, tried };
}

/** Scopes that follow another aim than their first: the same scope and aim give the same object. */
const FOLLOWING = new WeakMap<CompiledScope, Map<Aim, CompiledScope>>();

function withAim(scope: CompiledScope, aim: Aim): CompiledScope {
  const known = FOLLOWING.get(scope) ?? new Map<Aim, CompiledScope>();
  FOLLOWING.set(scope, known);
  const following = known.get(aim) ?? { ...scope, ...aim };
  known.set(aim, following);
  return following;
}

/** "Meet bravo: no usable price of bravo is known" */
const triedStep = ({ strategy, strategyLabel }: Aim, { message }: Missing): PricingStep => ({
  rule: strategy.type,
  label: `${strategyLabel}: ${message.charAt(0).toLowerCase()}${message.slice(1).replace(/\.$/, "")}`,
  amount: null,
  effect: "tried",
  bound: false,
});

/** Returns where a strategy puts the price, in minor units, or why it has none. */
function targetOrMissing(
  strategy: CompiledStrategy,
  price: bigint,
  inputs: ReferenceInputs,
  problem: MarketProblem | null,
): bigint | Missing {
  if (problem !== null && followsMarket(strategy)) return problem;
  return strategyTarget(strategy, price, inputs) ?? missingFor(strategy, inputs.market);
}

function missingFor(strategy: CompiledStrategy, { figures }: ReferenceInputs["market"]): Missing {
  if (!isMeasured(strategy)) {
    const message = "Fees leave too little: no price reaches what the policy asks for.";
    return { reason: "no_permitted_price", message };
  }
  const { label, rank } = strategy.reference;
  if (isOfItem(strategy.reference)) {
    const message = `Nothing to measure from: ${label} of the item is not known.`;
    return { reason: "no_base_price", message };
  }
  if (strategy.reference.against === "rank") {
    const { used } = figures;
    const can = used === 1 ? "1 competitor price" : `${used} competitor prices`;
    return {
      reason: "too_few_observations",
      message: `Only ${can} can be used, and ${label} needs ${rank}.`,
    };
  }
  return { reason: "no_seller_price", message: `No usable price of ${label} is known.` };
}
