import { HIGHEST, nearestThat } from "@/eval/oracle/exact";
import type { Holds } from "@/eval/oracle/floors";
import type { Limit } from "@/eval/oracle/limits";
import type { SkipReason } from "@/server/domain/pricing/outcome";
import type { FullRules } from "@/server/domain/pricing/policy";

/** The price that was found, in minor units, or why there is none. */
export type Found = { readonly price: bigint } | { readonly none: SkipReason };

/**
 * Looks at every price for the permitted one with an allowed ending that is nearest to the target, on the side where
 * the rounding looks first, if there is one. Where it would not cover its cost, one that does is looked for.
 * The price as it is, `current`, is not asked to.
 */
export function findPrice(asked: {
  readonly target: bigint;
  readonly current: bigint;
  readonly limits: readonly Limit[];
  readonly direction: FullRules["rounding"]["direction"];
  readonly isEnding: Holds;
  readonly covers: Holds;
}): Found {
  const isPermitted = (price: bigint) => asked.limits.every(({ holds }) => holds(price));
  const found = nearest(asked, isPermitted);
  if ("none" in found || found.price === asked.current || asked.covers(found.price)) return found;
  return nearest(asked, (price) => isPermitted(price) && asked.covers(price));
}

function nearest(
  {
    target,
    direction,
    isEnding,
  }: { target: bigint; direction: FullRules["rounding"]["direction"]; isEnding: Holds },
  isPermitted: Holds,
): Found {
  const isAllowed = (price: bigint) => isPermitted(price) && isEnding(price);
  const isFirst: Holds =
    direction === "up"
      ? (price) => price >= target && isAllowed(price)
      : direction === "down"
        ? (price) => price <= target && isAllowed(price)
        : isAllowed;
  const price =
    nearestThat(target, isFirst) ?? (isFirst === isAllowed ? null : nearestThat(target, isAllowed));
  if (price !== null) return { price };
  return { none: isAny(isPermitted) ? "no_permitted_ending" : "no_permitted_price" };
}

function isAny(isPermitted: Holds): boolean {
  for (let price = 1n; price <= HIGHEST; price++) if (isPermitted(price)) return true;
  return false;
}
