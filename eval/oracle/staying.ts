import type { Subject } from "@/eval/oracle/aimed";
import type { Applying } from "@/eval/oracle/applying";
import { type Case, NOW } from "@/eval/oracle/case";
import { earningsOf } from "@/eval/oracle/earnings";
import { fractionOf, minorOf } from "@/eval/oracle/exact";
import { type Limit, limitsOf, STEPS } from "@/eval/oracle/limits";
import { keepsSale, keepsStruckThrough, stillCharged } from "@/eval/oracle/shop";
import { HOUR_MS } from "@/server/domain/durations";
import type { SkipReason } from "@/server/domain/pricing/outcome";

/** Why a price that was found is not recommended, other than that it would not stand. */
export function reasonToStay(
  { asked, price, applying }: Subject,
  found: bigint,
  limits: readonly Limit[],
): SkipReason | null {
  const { shopWindow, priceChangedAtMs } = asked.item;
  const { currency } = asked.document;
  if (limits.every(({ holds }) => holds(price))) {
    if (applying.constraints.some(({ min_change: least }) => least && isSmall(price, found, least, currency)))
      return "small_change";
    const hours = applying.constraints.map(({ min_hours_between: each }) => each ?? 0);
    if (priceChangedAtMs !== null && NOW < priceChangedAtMs + Math.max(...hours) * HOUR_MS)
      return "changed_recently";
  }
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
function isTooFar(asked: Case, charged: bigint, found: bigint, { constraints }: Applying): boolean {
  const late = { ...asked.item, price: charged, dayPrice: null };
  const earnings = earningsOf(asked.document, 0n);
  const limited = { item: late, price: charged, currency: asked.document.currency, earnings, counted: [] };
  return constraints
    .flatMap((each) => limitsOf(each, limited))
    .some(({ rule, holds }) => STEPS.includes(rule) && !holds(found));
}
