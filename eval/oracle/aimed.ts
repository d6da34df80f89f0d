import { type Aimed, aimOf, type Basis } from "@/eval/oracle/aims";
import type { Applying } from "@/eval/oracle/applying";
import type { Case } from "@/eval/oracle/case";
import type { Earnings } from "@/eval/oracle/earnings";
import { figureOf } from "@/eval/oracle/references";
import { isUnread } from "@/eval/oracle/shop";
import { type Market, marketFor } from "@/eval/oracle/tiers";
import type { SkipReason } from "@/server/domain/pricing/outcome";
import { followsMarket, type GivenStrategy, partsOf } from "@/server/domain/pricing/strategies";

/** An item whose price and cost are known, the rules for it and its market. */
export interface Subject {
  readonly asked: Case;
  readonly price: bigint;
  readonly cost: bigint;
  readonly applying: Applying;
  readonly market: Market;
}

/** Why nothing is aimed for: the market that is needed is missing, or it is not known what shoppers pay. */
function unaimed({ asked, applying, market }: Subject): SkipReason | null {
  const { strategy, fallback = [], when_sold_out: soldOut = "ignore" } = applying.rules;
  const isReplaced = asked.item.stock === 0 && soldOut !== "ignore";
  const follows = isReplaced ? [] : [strategy, ...fallback].map(followsPresentMarket);
  const distances = applying.constraints.flatMap(({ market_distance: distance }) => distance ?? []);
  const isNeeded =
    distances.length > 0 ||
    (follows.length > 0 && follows.every(Boolean)) ||
    (market.missing === "market_outliers" && follows.some(Boolean));
  if (isNeeded && market.missing !== null) return market.missing;
  if (distances.some((each) => figureOf(each, market.counted) === null)) return market.tooFew;
  return isUnread(asked.item.shopWindow) ? "sale_unread" : null;
}

/** Whether a strategy, or a part of a pick, is measured from the market of prices that are not too old. */
const followsPresentMarket = (strategy: GivenStrategy): boolean =>
  partsOf(strategy).some(
    (part) => followsMarket(part) && !("last_known_days" in part && part.last_known_days !== undefined),
  );

/** What is aimed for. A limit on the distance to the market needs that market, whatever is aimed for. */
export function aimedAt(subject: Subject, earnings: Earnings): Aimed {
  const { asked, price, cost, applying, market } = subject;
  const { item, document, observations } = asked;
  const missing = unaimed(subject);
  if (missing !== null) return { missing };
  const { strategy, fallback = [], when_sold_out: soldOut = "ignore" } = applying.rules;
  if (item.stock === 0 && soldOut === "hold") return { target: price, stays: "sold_out", market };
  const basis: Basis = {
    currency: document.currency,
    item,
    price,
    cost,
    earnings,
    marketOf: (days) =>
      days === undefined ? market : marketFor({ document, item, observations }, applying, days),
  };
  if (item.stock === 0 && soldOut === "item_max")
    return aimOf({ type: "position", against: "item_max" }, basis);
  return firstAim([strategy, ...fallback].map((each) => () => aimOf(each, basis)));
}

/** The first that has a price; nothing more is tried where a person has to look at the matches. */
function firstAim(tried: readonly (() => Aimed)[]): Aimed {
  let first: Aimed | null = null;
  for (const aim of tried) {
    const aimed = aim();
    if (!("missing" in aimed) || aimed.missing === "market_outliers") return aimed;
    first ??= aimed;
  }
  return first ?? { missing: "no_market_data" };
}
