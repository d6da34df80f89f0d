import { aimedAt, type Subject } from "@/eval/oracle/aimed";
import type { Aim } from "@/eval/oracle/aims";
import { type Earnings, earningsOf } from "@/eval/oracle/earnings";
import { endingsOf } from "@/eval/oracle/endings";
import { nearestThat } from "@/eval/oracle/exact";
import { type Limit, limitsOf, STEPS } from "@/eval/oracle/limits";
import { type Found, findPrice } from "@/eval/oracle/permitted";
import { shopReason, stillness } from "@/eval/oracle/staying";
import type { Market } from "@/eval/oracle/tiers";
import type { SkipReason } from "@/server/domain/pricing/outcome";

/** What comes of an item whose price and cost are known. Amounts are minor units. */
export interface Solved {
  /** What is aimed for; null where that is not known. */
  readonly target: bigint | null;
  /** The market that is followed, or keeps any price from being found. */
  readonly market: Market;
  readonly limits: readonly Limit[];
  /** What the rules ask for, before what shoppers see in the store is looked at; null where the price stays. */
  readonly found: bigint | null;
  /** The new price; null where it stays. */
  readonly price: bigint | null;
  /** Why it stays; null where there is a new price. */
  readonly stays: SkipReason | null;
  /** Whether the target is further away than the limits of a run and a day let the price go. */
  readonly isStep: boolean;
}

/** Decides an item, without looking at what the next run would do. */
export function solve(subject: Subject): Solved {
  const { asked, price, cost, applying, market } = subject;
  const nothing = { target: null, limits: [], found: null, price: null, isStep: false };
  const earnings = earningsOf(asked.document, cost);
  const aimed = aimedAt(subject, earnings);
  if ("missing" in aimed) return { ...nothing, market: aimed.market ?? market, stays: aimed.missing };
  const { currency } = asked.document;
  const limited = { item: asked.item, price, currency, earnings, counted: market.counted };
  const limits = applying.constraints.flatMap((each) => limitsOf(each, limited));
  const found = foundFor(subject, aimed, limits, earnings);
  const base = {
    target: aimed.target,
    market: aimed.market,
    limits,
    found: null,
    price: null,
    isStep: false,
  };
  if ("none" in found) return { ...base, stays: found.none };
  const still = stillness(subject, found.price, limits, earnings);
  if (still !== null) return { ...base, stays: still };
  const free = limits.filter(({ rule }) => !STEPS.includes(rule));
  const unhurried = foundFor(subject, aimed, free, earnings);
  const isStep =
    !("price" in unhurried && unhurried.price === found.price) ||
    permittedNear(aimed.target, limits) !== permittedNear(aimed.target, free);
  const stays = shopReason(subject, found.price);
  return { ...base, isStep, found: found.price, price: stays === null ? found.price : null, stays };
}

/** The permitted price that is nearest to a target, whatever its ending. */
const permittedNear = (target: bigint, limits: readonly Limit[]): bigint | null =>
  nearestThat(target, (price) => limits.every(({ holds }) => holds(price)));

function foundFor(
  { asked, price, applying }: Subject,
  aim: Aim,
  limits: readonly Limit[],
  earnings: Earnings,
): Found {
  const { rounding, constraints } = { rounding: applying.rules.rounding, constraints: applying.constraints };
  const isKept = limits.every(({ holds }) => holds(price));
  if (aim.stays !== null && isKept) return { none: aim.stays };
  const ways = constraints.map(({ direction }) => direction);
  const isAgainst =
    (ways.includes("up") && aim.target < price) || (ways.includes("down") && aim.target > price);
  if (isAgainst && isKept) return { none: "wrong_direction" };
  const found = findPrice({
    target: aim.target,
    current: price,
    limits,
    direction: rounding.direction,
    isEnding: endingsOf(rounding, asked.document.currency),
    covers: earnings.covers,
  });
  if ("none" in found || found.price !== price) return found;
  return { none: aim.stays ?? "at_target" };
}
