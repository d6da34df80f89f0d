import type {
  Aim,
  AimChoice,
  Aims,
  CompiledScope,
  FollowedScope,
} from "@/server/domain/pricing/engine/compile-scope";
import type { PricingInputs } from "@/server/domain/pricing/engine/findings";
import { marketFor } from "@/server/domain/pricing/engine/last-known";
import type { MarketView } from "@/server/domain/pricing/engine/market";
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
type Missing = { readonly reason: SkipReason; readonly message: string; readonly review?: boolean };

/** What an item aims for: its rules with the strategy that is followed, and the steps of those tried before. */
export type Followed =
  | {
      readonly kind: "followed";
      readonly scope: FollowedScope;
      /** Where the strategy puts the price, in minor units. */
      readonly target: bigint;
      /** The market that the strategy looks at, for the evidence. */
      readonly shown: MarketView;
      readonly tried: readonly PricingStep[];
    }
  | {
      readonly kind: "missing";
      readonly missing: Missing;
      /** The market that a person has to look at first, because its matches are probably wrong; null for none. */
      readonly review: MarketView | null;
      readonly tried: readonly PricingStep[];
    };

/** Whether an aim has no price without the market, as recent as the gates ask for. */
const needsIt = ({ of }: AimChoice): boolean =>
  of.some(({ strategy }) => followsMarket(strategy) && strategy.reference.lastKnownMs === null);

/** Whether a scope's price depends on the market, as one of its targets or as a limit. */
export const needsMarket = ({ aims, marketDistances }: CompiledScope): boolean =>
  marketDistances.length > 0 || aims.some(needsIt);

/**
 * Whether nothing else can be tried where the market is not reliable: a person has to look at it, a limit needs it, or
 * every strategy does.
 */
export const endsWith = (problem: MarketProblem, { aims, marketDistances }: CompiledScope): boolean =>
  problem.review || marketDistances.length > 0 || aims.every(needsIt);

/**
 * Returns the first of the item's strategies that has a price, for an item whose price and cost are known; amounts in
 * minor units of its currency.
 * @param problem why the market is not reliable; null where it is, or is not needed
 * @param nowMs milliseconds since 1970
 */
export function followedAim(
  given: PricingInputs,
  price: bigint,
  cost: bigint,
  problem: MarketProblem | null,
  nowMs: number,
): Followed {
  const { rules, item, market } = given;
  const lacking: Missing[] = [];
  const aims = aimsIn(rules, market);
  const before: PricingStep[] = [];
  const first = aims.find(({ of }) => of.some(({ strategy }) => followsMarket(strategy)));
  for (const [place, choice] of aims.entries()) {
    if (choice === first) before.push(...unfilledTiers(choice, market));
    const found = picked(choice, (aim, part) => {
      const looked = marketFor(aim.strategy, given, problem, nowMs);
      // Older prices may fill another tier than the recent ones do.
      const spoken = aimsIn(rules, looked.market)[place]?.of[part] ?? aim;
      const inputs = { item, cost, market: looked.market };
      const target = targetOrMissing(spoken.strategy, price, inputs, looked.problem);
      return { aim: spoken, shown: looked.market, target };
    });
    if (!("reason" in found)) {
      const { aim, shown, target, others } = found;
      return { kind: "followed", scope: following(rules, aim), target, shown, tried: [...before, ...others] };
    }
    if (found.review === true) return { kind: "missing", missing: found, review: found.shown, tried: before };
    lacking.push(found);
    // The only strategy is named by the reason.
    if (aims.length > 1 || choice.pick !== null) before.push(found.step);
  }
  return { kind: "missing", missing: missingOfAll(lacking), review: null, tried: before };
}

/** What an item aims for, in the words of the tier of sellers that its market is of. */
const aimsIn = ({ aims, tierAims }: CompiledScope, { tier }: MarketView): Aims =>
  (tier === null || tier.index === null ? undefined : tierAims[tier.index]) ?? aims;

/** "Tier 1 (charlie and delta): 1 of the 2 prices needed", for each tier that has too few prices for a strategy. */
function unfilledTiers({ of }: AimChoice, { tier }: MarketView): PricingStep[] {
  const [first] = of;
  if (first === undefined) return [];
  return (tier?.unfilled ?? []).map(({ label, used, needed }, index) => ({
    rule: first.strategy.type,
    label: `Tier ${index + 1} (${label}): ${used} of the ${needed} prices needed`,
    amount: null,
    effect: "tried",
    bound: false,
  }));
}

/** The reason of the first of several strategies that have no price, which is what the policy asks for. */
function missingOfAll([first, ...others]: readonly Missing[]): Missing {
  if (first === undefined) throw new Error("A scope aims for something.");
  if (others.length === 0) return first;
  return { ...first, message: `${first.message} Nothing that is tried instead has a price either.` };
}

/** Scopes with the strategy that is followed: the same scope and aim give the same object. */
const FOLLOWING = new WeakMap<CompiledScope, Map<Aim, FollowedScope>>();

function following(scope: CompiledScope, aim: Aim): FollowedScope {
  const known = FOLLOWING.get(scope) ?? new Map<Aim, FollowedScope>();
  FOLLOWING.set(scope, known);
  const followed = known.get(aim) ?? { ...scope, ...aim };
  known.set(aim, followed);
  return followed;
}

/** A strategy that has a price, with the market that it looks at. */
type Priced = { readonly aim: Aim; readonly shown: MarketView; readonly target: bigint };

type Picked = Priced & {
  /** The steps of those that are not picked. */
  readonly others: readonly PricingStep[];
};

/** Returns the strategy that a choice picks, of equal ones the earlier; or why one of them has no price. */
function picked(
  { pick, of }: AimChoice,
  tryAim: (
    aim: Aim,
    place: number,
  ) => { readonly aim: Aim; readonly shown: MarketView; readonly target: bigint | Missing },
): Picked | (Missing & { readonly shown: MarketView; readonly step: PricingStep }) {
  const priced: Priced[] = [];
  for (const [place, each] of of.entries()) {
    const { aim, shown, target } = tryAim(each, place);
    if (typeof target !== "bigint")
      return { ...target, shown, step: triedStep(aim, phrase(target.message), null) };
    priced.push({ aim, shown, target });
  }
  const best = priced.reduce((held, each) =>
    (pick === "lowest" ? each.target < held.target : each.target > held.target) ? each : held,
  );
  const others = priced.filter((each) => each !== best);
  return {
    ...best,
    others: others.map(({ aim, target }) => triedStep(aim, `not the ${pick ?? ""} of ${of.length}`, target)),
  };
}

/** "Meet bravo: no usable price of bravo is known" */
const triedStep = ({ strategy }: Aim, why: string, amount: bigint | null): PricingStep => ({
  rule: strategy.type,
  label: `${strategy.label}: ${why}`,
  amount,
  effect: "tried",
  bound: false,
});

const phrase = (sentence: string): string =>
  `${sentence.charAt(0).toLowerCase()}${sentence.slice(1).replace(/\.$/, "")}`;

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
  if (strategy.reference.against === "mode") {
    const message = "No two competitors ask the same price, so none is the most frequent.";
    return { reason: "too_few_observations", message };
  }
  return { reason: "no_seller_price", message: `No usable price of ${label} is known.` };
}
