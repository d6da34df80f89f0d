import { formatMargin } from "@/server/domain/margin";
import { formatAmount } from "@/server/domain/money";
import type { Policy } from "@/server/domain/pricing/compile";
import { confidenceOf } from "@/server/domain/pricing/confidence";
import { judgeCost } from "@/server/domain/pricing/cost";
import { advise, type Findings, recommend, skip } from "@/server/domain/pricing/findings";
import type { EngineItem, EngineObservation } from "@/server/domain/pricing/inputs";
import { permittedInterval } from "@/server/domain/pricing/interval";
import { judgeMarket } from "@/server/domain/pricing/market";
import { marketProblem } from "@/server/domain/pricing/market-problem";
import type { Outcome } from "@/server/domain/pricing/outcome";
import { scopeFor } from "@/server/domain/pricing/scope";
import { type Solution, solve } from "@/server/domain/pricing/solve";
import { strategyTarget } from "@/server/domain/pricing/strategy";
import { changeReason, emptyIntervalMessage, noEndingMessage } from "@/server/domain/pricing/words";
import { formatRatio } from "@/server/domain/ratio";

/**
 * Decides one item: a new price, advice to a person, or a reason to leave it, always with the evidence and a signal for
 * every alert kind. Amounts are minor units of the item's currency. Pure: the same input gives the same outcome, and
 * neither the order of the observations nor anything outside the arguments matters. It raises no error for what is
 * unknown: a missing cost or price and a market that cannot be trusted are outcomes.
 */
export function decide(
  item: EngineItem,
  observations: readonly EngineObservation[],
  policy: Policy,
  nowMs: number,
): Outcome {
  const scope = scopeFor(policy, item);
  const cost = judgeCost(item, scope.gates, nowMs);
  const market = judgeMarket(item, observations, scope.gates, nowMs);
  const found: Findings = { item, scope, cost, market, policy };
  const { price } = item;
  if (price === null || price <= 0n) return skip(found, "no_price", "The item has no price to start from.");
  if (item.currency !== policy.currency) {
    const message = `It is priced in ${item.currency}, the policy is for ${policy.currency}.`;
    return skip(found, "currency_mismatch", message);
  }
  if (cost.state !== "fresh") {
    const reason = cost.state === "unknown" ? "unknown_cost" : "stale_cost";
    return advise(found, "cost_review", reason, `${cost.words} Review it to get a price recommended.`);
  }
  if (scope.strategy.type === "position") {
    const problem = marketProblem(item, market, scope.gates);
    if (problem?.review === true) return advise(found, "market_review", problem.reason, problem.message);
    if (problem !== null) return skip(found, problem.reason, problem.message);
  }
  return decidePrice(found, price, cost.amount);
}

function decidePrice(found: Findings, price: bigint, cost: bigint): Outcome {
  const { item, scope, market } = found;
  const { currency } = item;
  const target = strategyTarget(scope.strategy, price, cost, market.figures);
  if (target === null) {
    return skip(
      found,
      "no_permitted_price",
      "Fees leave too little: no price reaches what the policy asks for.",
    );
  }
  const interval = permittedInterval(item, price, cost, scope);
  const solution = solve(target, price, interval, scope);
  switch (solution.kind) {
    case "no_permitted_price":
      return skip(found, solution.kind, emptyIntervalMessage(interval, currency), solution.trail);
    case "no_permitted_ending":
      return skip(found, solution.kind, noEndingMessage(interval, scope, currency), solution.trail);
    case "keep":
      return skip(
        found,
        "hold",
        "The policy holds this price, and it is within every limit.",
        solution.trail,
      );
    case "price":
      if (solution.price !== price) return changePrice(found, price, cost, solution);
      return skip(
        found,
        "at_target",
        `${formatAmount(price, currency)} ${currency} is already the right price.`,
        solution.trail,
      );
  }
}

function changePrice(
  found: Findings,
  from: bigint,
  cost: bigint,
  { price: to, bound, trail }: Extract<Solution, { kind: "price" }>,
): Outcome {
  const { item, scope, policy, market } = found;
  const words = { from, to, currency: item.currency, bound, marketMedian: market.figures.median };
  return recommend(
    found,
    {
      kind: "price_change",
      currentPrice: from,
      recommendedPrice: to,
      cost,
      marginBefore: formatMargin(from, cost, policy.terms),
      marginAfter: formatMargin(to, cost, policy.terms),
      changeRatio: formatRatio(to - from, from),
      reason: changeReason(words, scope),
      bindingRule: bound === null ? scope.strategy.type : bound.rule,
      confidence: confidenceOf(found.cost, market, scope),
    },
    trail,
  );
}
