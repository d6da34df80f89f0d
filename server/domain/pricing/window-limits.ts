import { keepsBound, type WindowBound, windowBounds } from "@/server/domain/items/shop-window";
import type { PricingInputs } from "@/server/domain/pricing/findings";
import type { PricingStep } from "@/server/domain/pricing/outcome";
import { WINDOW_LABELS } from "@/server/domain/pricing/text";

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
