import { keepsBound, type WindowBound, windowBounds } from "@/server/domain/items/shop-window";
import { formatAmount } from "@/server/domain/money";
import type { CompiledConstraints } from "@/server/domain/pricing/engine/constraints";
import { lateSentence, movedFrom } from "@/server/domain/pricing/engine/evidence-window";
import type { PricingInputs } from "@/server/domain/pricing/engine/findings";
import { around } from "@/server/domain/pricing/engine/interval";
import { WINDOW_LABELS } from "@/server/domain/pricing/engine/text";
import type { PricingStep } from "@/server/domain/pricing/outcome";

/** What the shop window says to a price that the policy permits: the limit that it breaks, null for none. */
export type WindowVerdict = { readonly broken: WindowBound | null; readonly steps: readonly PricingStep[] };

/**
 * Checks a price against the guards of the shop window that approval and sending check again. They do not move the
 * price to the next permitted one, because ending a sale or a struck-through price is the merchant's decision.
 * @param price minor units of the item's currency
 * @param nowMs milliseconds since 1970
 */
export function checkWindow({ item, policy }: PricingInputs, price: bigint, nowMs: number): WindowVerdict {
  if (!policy.followsShopWindow) return { broken: null, steps: [] };
  const bounds = windowBounds(item.shopWindow, item.price, nowMs);
  const broken = bounds.find((bound) => !keepsBound(bound, price)) ?? null;
  const steps = bounds.map((bound) => ({
    rule: bound.guard,
    label: WINDOW_LABELS[bound.guard],
    amount: bound.amount,
    effect: bound.side,
    bound: bound === broken,
  }));
  return { broken, steps };
}

/** The limits on the change of an item's price, of one run and of one day. */
export type ChangeLimits = Pick<
  CompiledConstraints,
  "maxChange" | "maxChangePerDay" | "maxDecrease" | "maxIncrease"
>;

/**
 * Returns the limits on change that a price breaks for shoppers, measured from the price that a store still charges
 * after the end of its sale. The target does not move for it: the end of the sale itself moves what they pay, and the
 * next run decides once the store has noticed it.
 * @param charged what shoppers pay; `to` is the new price; both in minor units of the item's currency
 */
export function lateMoveBreaks(
  { maxChange, maxChangePerDay, maxDecrease, maxIncrease }: ChangeLimits,
  charged: bigint,
  to: bigint,
): ("max_change" | "max_change_per_day" | "max_decrease" | "max_increase")[] {
  const falls = (share: CompiledConstraints["maxChange"]) => share !== null && to < around(charged, share)[0];
  const rises = (share: CompiledConstraints["maxChange"]) => share !== null && to > around(charged, share)[1];
  const breaks = (share: CompiledConstraints["maxChange"]) => falls(share) || rises(share);
  return [
    ...(breaks(maxChangePerDay) ? (["max_change_per_day"] as const) : []),
    ...(breaks(maxChange) ? (["max_change"] as const) : []),
    ...(falls(maxDecrease) ? (["max_decrease"] as const) : []),
    ...(rises(maxIncrease) ? (["max_increase"] as const) : []),
  ];
}

/**
 * Returns why a price is not recommended while the store is late with the end of its sale; null if it may be.
 * @param to the new price in minor units
 */
export function lateMoveMessage({ item, shopWindow, rules }: PricingInputs, to: bigint): string | null {
  const late = lateSentence(shopWindow, item.currency, to);
  if (late === null || item.price === null) return null;
  const charged = movedFrom(shopWindow, item.price);
  if (charged === item.price || lateMoveBreaks(rules, charged, to).length === 0) return null;
  const price = `${formatAmount(to, item.currency)} ${item.currency}`;
  return `${price} would move the price further than the policy permits. ${late}`;
}
