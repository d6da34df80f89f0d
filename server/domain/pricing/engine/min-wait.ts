import { HOUR_MS, hoursText } from "@/server/domain/durations";
import type { CompiledWait } from "@/server/domain/pricing/engine/constraints";
import type { FollowedInputs } from "@/server/domain/pricing/engine/findings";
import { breakEvenBound, type Interval } from "@/server/domain/pricing/engine/interval";
import type { PricingStep } from "@/server/domain/pricing/outcome";

/** How long a price stays because it was changed a short time ago; milliseconds since 1970. */
export type Wait = CompiledWait & { readonly changedAtMs: number; readonly untilMs: number };

/**
 * Returns the wait that keeps a price where it is; null if there is none. A price outside of what the other limits
 * permit does not wait to be corrected, nor does one that makes a loss at the cost, in minor units of its currency.
 */
export function waitOf(
  { item, scope: { minWait }, policy: { breakEven } }: Pick<FollowedInputs, "item" | "scope" | "policy">,
  { lo, hi }: Interval,
  cost: bigint,
  nowMs: number,
): Wait | null {
  const { price, priceChangedAtMs: changedAtMs } = item;
  if (minWait === null || changedAtMs === null || price === null || price < lo || price > hi) return null;
  if (breakEven !== null && price < breakEvenBound(cost, breakEven).amount) return null;
  const untilMs = changedAtMs + minWait.hours * HOUR_MS;
  return nowMs < untilMs ? { ...minWait, changedAtMs, untilMs } : null;
}

/** Returns the steps of a price that would be taken, with the wait as the rule that keeps the present one instead. */
export function waitingSteps(
  steps: readonly PricingStep[],
  { hours, limit }: Wait,
  { price, to }: { readonly price: bigint; readonly to: bigint },
): PricingStep[] {
  const label = `${hoursText(hours)} between changes${limit === null ? "" : ` (${limit})`}`;
  const effect = to < price ? "floor" : "ceiling";
  return [
    ...steps.map((step) => ({ ...step, bound: false })),
    { rule: "min_hours_between", label, amount: price, effect, bound: true },
  ];
}
