import type { Subject } from "@/eval/oracle/aimed";
import { type Applying, applyingTo } from "@/eval/oracle/applying";
import { type Answer, type Case, NOW, type ShownLimit } from "@/eval/oracle/case";
import { highestThat, lowestThat } from "@/eval/oracle/exact";
import { medianOf, rankedOf } from "@/eval/oracle/figures";
import type { Limit } from "@/eval/oracle/limits";
import { type Solved, solve } from "@/eval/oracle/solve";
import { type Market, marketFor } from "@/eval/oracle/tiers";
import { DAY_MS } from "@/server/domain/durations";
import type { SkipReason } from "@/server/domain/pricing/outcome";

/** Returns what the documents say about a case, found by looking at every price. */
export function answerTo(asked: Case): Answer {
  const applying = applyingTo(asked.item, asked.document);
  const market = marketFor(asked, applying);
  const subject = subjectOf(asked, applying, market);
  if ("stays" in subject) return answerOf(applying, market, { ...NOTHING, market, stays: subject.stays });
  const solved = solve(subject);
  return answerOf(
    applying,
    market,
    isStable(asked, solved) ? solved : { ...solved, price: null, stays: "no_stable_price" },
  );
}

const NOTHING = { target: null, limits: [], found: null, price: null, isStep: false };

/** What is decided, or why it is not: without a known price and a known, recent cost there is no price. */
function subjectOf(
  asked: Case,
  applying: Applying,
  market: Market,
): Subject | { readonly stays: SkipReason } {
  const { price, cost, currency, costUpdatedAtMs } = asked.item;
  if (price === null) return { stays: "no_price" };
  if (currency !== asked.document.currency) return { stays: "currency_mismatch" };
  if (cost === null) return { stays: "unknown_cost" };
  const { max_cost_age_days: days } = applying.rules.gates;
  if (days !== null && (costUpdatedAtMs === null || NOW - costUpdatedAtMs > days * DAY_MS))
    return { stays: "stale_cost" };
  return { asked, price, cost, applying, market };
}

/**
 * Whether the rules would leave the price, once it is applied. Hours between changes and a sale only put off the next
 * change. A price that takes its way to the target in steps may go on the same way.
 */
function isStable(asked: Case, { price, isStep }: Solved): boolean {
  const from = asked.item.price;
  if (price === null || from === null) return true;
  const applied = { ...asked, item: { ...asked.item, price, priceChangedAtMs: null } };
  const applying = applyingTo(applied.item, applied.document);
  const subject = subjectOf(applied, applying, marketFor(applied, applying));
  if ("stays" in subject) return true;
  const next = solve(subject).found;
  return next === null || (isStep && next > price === price > from);
}

function answerOf(applying: Applying, market: Market, solved: Solved): Answer {
  const prices = market.counted.map(({ price }) => price);
  return {
    scope: applying.scope,
    counted: solved.market.counted.map(({ observation }) => observation.id).sort(),
    lowest: rankedOf(prices, 1),
    median: prices.length === 0 ? null : medianOf(prices),
    highest: rankedOf(prices, prices.length),
    target: solved.target,
    price: solved.price,
    stays: solved.stays,
    limits: shownLimits(solved.limits),
    isPermitted: (price) => solved.limits.every(({ holds }) => holds(price)),
  };
}

/** Of each kind of limit the tightest, and every distance to the market: each the last amount that it permits. */
function shownLimits(limits: readonly Limit[]): ShownLimit[] {
  const kinds = new Map<string, Limit[]>();
  limits.forEach((limit, index) => {
    const key = `${limit.side} ${limit.rule}${limit.rule === "market_distance" ? ` ${index}` : ""}`;
    kinds.set(key, [...(kinds.get(key) ?? []), limit]);
  });
  return [...kinds.values()].flatMap((same) => {
    const [{ rule, side } = { rule: "", side: "floor" as const }] = same;
    const holds = (price: bigint) => same.every((each) => each.holds(price));
    const amount = side === "floor" ? lowestThat(holds, 0n) : highestThat(holds);
    return amount === null ? [] : [{ rule, side, amount }];
  });
}
