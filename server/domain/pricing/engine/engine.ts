import { marginIfKnown } from "@/server/domain/margin";
import { formatAmount } from "@/server/domain/money";
import { endsWith, type Followed, followedAim, needsMarket } from "@/server/domain/pricing/engine/aims";
import type { Policy } from "@/server/domain/pricing/engine/compile";
import { confidenceOf } from "@/server/domain/pricing/engine/confidence";
import { evaluateCost } from "@/server/domain/pricing/engine/cost";
import {
  evidenceWindow,
  movedFrom,
  paidAfter,
  unreadSentence,
} from "@/server/domain/pricing/engine/evidence-window";
import { findPrice, nextPriceAt } from "@/server/domain/pricing/engine/find-price";
import {
  type FollowedInputs,
  type PricingInputs,
  recommend,
  requestReview,
  skip,
} from "@/server/domain/pricing/engine/findings";
import { evaluateMarket } from "@/server/domain/pricing/engine/market";
import { type MarketProblem, marketProblem } from "@/server/domain/pricing/engine/market-problem";
import { waitingSteps, waitOf } from "@/server/domain/pricing/engine/min-wait";
import { rulesFor } from "@/server/domain/pricing/engine/scope";
import type { Solution } from "@/server/domain/pricing/engine/solve";
import {
  changedRecentlyMessage,
  changeReason,
  emptyIntervalMessage,
  noEndingMessage,
  smallChangeMessage,
  unstablePriceMessage,
  windowGuardMessage,
  wrongDirectionMessage,
} from "@/server/domain/pricing/engine/text";
import { checkWindow, lateMoveMessage } from "@/server/domain/pricing/engine/window-limits";
import type { EngineItem, EngineObservation } from "@/server/domain/pricing/inputs";
import type { Outcome } from "@/server/domain/pricing/outcome";
import { formatRatio } from "@/server/domain/ratio";

/**
 * Decides one item: a new price, a review for a person, or a reason to skip it, always with the evidence and the values
 * that alerts are computed from. Amounts are minor units of the item's currency. Pure: the same input gives the same
 * outcome, and neither the order of the observations nor anything outside the arguments matters. Missing data raises no
 * error: a missing cost or price and an unreliable market are outcomes.
 */
export function decide(
  item: EngineItem,
  observations: readonly EngineObservation[],
  policy: Policy,
  nowMs: number,
): Outcome {
  const rules = rulesFor(policy, item);
  const cost = evaluateCost(item, rules.gates, nowMs);
  const market = evaluateMarket(item, observations, rules, nowMs);
  const shopWindow = policy.followsShopWindow ? evidenceWindow(item, policy, nowMs) : null;
  const inputs: PricingInputs = { item, shopWindow, rules, cost, market, shown: market, policy };
  const { price } = item;
  if (price === null || price <= 0n) return skip(inputs, "no_price", "The item has no price to start from.");
  if (item.currency !== policy.currency) {
    const message = `It is priced in ${item.currency}, the policy is for ${policy.currency}.`;
    return skip(inputs, "currency_mismatch", message);
  }
  if (cost.state !== "fresh") {
    const reason = cost.state === "unknown" ? "unknown_cost" : "stale_cost";
    return requestReview(
      inputs,
      "cost_review",
      reason,
      `${cost.message} Review it to get a price recommended.`,
    );
  }
  const problem = needsMarket(rules) ? marketProblem(item, market, rules) : null;
  if (problem !== null && endsWith(problem, rules)) {
    if (problem.review) return requestReview(inputs, "market_review", problem.reason, problem.message);
    return skip(inputs, problem.reason, problem.message);
  }
  const unread = unreadSentence(shopWindow);
  if (unread !== null) return skip(inputs, "sale_unread", unread);
  return decideAim(inputs, price, cost.amount, problem, nowMs);
}

/** Decides by the first strategy that has a price; those tried before it stand first in the trail. */
function decideAim(
  inputs: PricingInputs,
  price: bigint,
  cost: bigint,
  problem: MarketProblem | null,
  nowMs: number,
): Outcome {
  const aim = followedAim(inputs, price, cost, problem, nowMs);
  if (aim.kind === "missing") {
    const { missing, review: shown, tried } = aim;
    if (shown === null) return skip(inputs, missing.reason, missing.message, tried);
    return requestReview({ ...inputs, shown }, "market_review", missing.reason, missing.message);
  }
  return decidePrice({ ...inputs, scope: aim.scope, shown: aim.shown }, aim, price, cost, nowMs);
}

type PriceSolution = Extract<Solution, { kind: "price" }>;

function decidePrice(
  inputs: FollowedInputs,
  { target, tried }: Extract<Followed, { kind: "followed" }>,
  price: bigint,
  cost: bigint,
  nowMs: number,
): Outcome {
  const { item, scope } = inputs;
  const { currency } = item;
  const { interval, solution: found } = findPrice(inputs, target, price, cost);
  const solution: Solution = { ...found, steps: [...tried, ...found.steps] };
  switch (solution.kind) {
    case "no_permitted_price":
      return skip(inputs, solution.kind, emptyIntervalMessage(interval, currency), solution.steps);
    case "no_permitted_ending":
      return skip(inputs, solution.kind, noEndingMessage(interval, scope, currency), solution.steps);
    case "keep":
      if (solution.why !== null) return keptBy(inputs, price, solution, solution.why);
      if (scope.strategy.type === "hold" && scope.strategy.whileSoldOut)
        return skip(
          inputs,
          "sold_out",
          "It is sold out, and the policy holds its price until it is not.",
          solution.steps,
        );
      return scope.strategy.type === "hold"
        ? skip(inputs, "hold", "The policy holds this price, and it is within every limit.", solution.steps)
        : atTarget(inputs, price, solution);
    case "price": {
      if (solution.price === price) return atTarget(inputs, price, solution);
      const wait = waitOf(inputs, interval, cost, nowMs);
      if (wait !== null) {
        const waiting = waitingSteps(solution.steps, wait, { price, to: solution.price });
        return skip(
          inputs,
          "changed_recently",
          changedRecentlyMessage(price, solution.price, wait, currency),
          waiting,
        );
      }
      const { broken, steps: shown } = checkWindow(inputs, solution.price, nowMs);
      const steps = [...solution.steps, ...shown];
      if (broken !== null)
        return skip(inputs, broken.guard, windowGuardMessage(solution.price, broken, currency), steps);
      const late = lateMoveMessage(inputs, solution.price);
      if (late !== null) return skip(inputs, "shop_late", late, steps);
      const next = inputs.policy.requiresStablePrice
        ? nextPriceAt(inputs, solution.price, solution.bound, nowMs)
        : null;
      if (next === null) return changePrice(inputs, price, cost, { ...solution, steps });
      const message = unstablePriceMessage(solution.price, next, inputs.rules, currency);
      return skip(inputs, "no_stable_price", message, solution.steps);
    }
  }
}

type Keep = Extract<Solution, { kind: "keep" }>;

/** A price that stays because it would move the wrong way, or too little. */
function keptBy(
  inputs: PricingInputs,
  price: bigint,
  { wanted, steps }: Keep,
  why: NonNullable<Keep["why"]>,
): Outcome {
  const { currency } = inputs.item;
  if ("rule" in why)
    return skip(inputs, "wrong_direction", wrongDirectionMessage(price, wanted, why, currency), steps);
  return skip(inputs, "small_change", smallChangeMessage(price, wanted, why, currency), steps);
}

const atTarget = (inputs: PricingInputs, price: bigint, { steps }: Solution): Outcome => {
  const { currency } = inputs.item;
  const message = `${formatAmount(price, currency)} ${currency} is already the right price.`;
  return skip(inputs, "at_target", message, steps);
};

function changePrice(
  inputs: FollowedInputs,
  from: bigint,
  cost: bigint,
  { price: to, bound, steps }: PriceSolution,
): Outcome {
  const { item, shopWindow, scope, policy, market, shown } = inputs;
  const { currency } = item;
  const { figures, withDelivery } = market;
  const change = { from, to, currency, bound, marketMedian: figures.median, withDelivery, shopWindow };
  const paid = shopWindow === null ? from : shopWindow.shopperPrice;
  return recommend(
    inputs,
    {
      kind: "price_change",
      currentPrice: from,
      recommendedPrice: to,
      cost,
      marginBefore: marginIfKnown(paid, cost, policy.marginFactors),
      marginAfter: marginIfKnown(paidAfter(shopWindow, to), cost, policy.marginFactors),
      changeRatio: formatRatio(to - movedFrom(shopWindow, from), movedFrom(shopWindow, from)),
      reason: changeReason(change, scope),
      bindingRule: bound === null ? scope.strategy.type : bound.rule,
      confidence: confidenceOf(inputs.cost, shown, scope),
    },
    steps,
  );
}
