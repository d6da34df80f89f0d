import type { Subject } from "@/eval/oracle/aimed";
import type { Applying } from "@/eval/oracle/applying";
import { type Case, NOW } from "@/eval/oracle/case";
import type { Earnings } from "@/eval/oracle/earnings";
import { fractionOf, minorOf } from "@/eval/oracle/exact";
import { type Limit, movement, STEPS } from "@/eval/oracle/limits";
import { keepsSale, keepsStruckThrough, stillCharged } from "@/eval/oracle/shop";
import { HOUR_MS } from "@/server/domain/durations";
import type { SkipReason } from "@/server/domain/pricing/outcome";

/**
 * Why a price that keeps every limit and covers its cost is not moved to one that was found: the change is too small,
 * or the last one too recent. Any other price is corrected.
 */
export function stillness(
  { asked, price, applying }: Subject,
  found: bigint,
  limits: readonly Limit[],
  { covers }: Earnings,
): SkipReason | null {
  const { priceChangedAtMs } = asked.item;
  const { currency } = asked.document;
  if (!covers(price) || !limits.every(({ holds }) => holds(price))) return null;
  if (applying.constraints.some(({ min_change: least }) => least && isSmall(price, found, least, currency)))
    return "small_change";
  const hours = applying.constraints.map(({ min_hours_between: each }) => each ?? 0);
  const isRecent = priceChangedAtMs !== null && NOW < priceChangedAtMs + Math.max(...hours) * HOUR_MS;
  return isRecent ? "changed_recently" : null;
}

/** Why a price that was found is not given to the store, by what shoppers see there. */
export function shopReason({ asked, price, applying }: Subject, found: bigint): SkipReason | null {
  const { shopWindow } = asked.item;
  if (!keepsSale(shopWindow, found)) return "sale_price";
  if (!keepsStruckThrough(shopWindow, price, found)) return "compare_at";
  const charged = stillCharged(shopWindow, price);
  return charged !== null && isTooFar(asked, charged, found, applying) ? "shop_late" : null;
}

function isSmall(
  from: bigint,
  to: bigint,
  least: { readonly ratio?: string | undefined; readonly amount?: string | undefined },
  currency: string,
): boolean {
  const change = from < to ? to - from : from - to;
  const share = least.ratio === undefined ? null : fractionOf(least.ratio);
  return (
    (share !== null && change * share.den < from * share.num) ||
    (least.amount !== undefined && change < minorOf(least.amount, currency))
  );
}

/** Whether a price is beyond the limits of a run and a day from what the store still charges. */
function isTooFar({ item }: Case, charged: bigint, found: bigint, { constraints }: Applying): boolean {
  const late = { item: { ...item, dayPrice: null }, price: charged };
  return constraints
    .flatMap((each) => movement(each, late))
    .some(({ rule, holds }) => STEPS.includes(rule) && !holds(found));
}
