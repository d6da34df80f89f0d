import { amountKey } from "@/server/market/extract/amount";
import { isWhole } from "@/server/market/extract/embedded/state-claims";
import type { Layer, PriceClaim } from "@/server/market/extract/page-offer";
import type { VisiblePrice } from "@/server/market/extract/visible/visible-prices";
import { CLAIM, LAYERS } from "@/server/market/extract/weights/price-weights";

/** One amount with everything that supports it. */
export type WeighedPrice = {
  readonly key: string;
  readonly total: number;
  readonly claims: readonly PriceClaim[];
  readonly visible: VisiblePrice | null;
};

/** Weighs all amounts that layers claim or that are visible, the heaviest first. */
export function weighPrices(
  claims: readonly PriceClaim[],
  visible: readonly VisiblePrice[],
): readonly WeighedPrice[] {
  const visibleByKey = new Map(visible.map((price) => [price.key, price] as const));
  const claimsByKey = new Map<string, PriceClaim[]>();
  for (const claim of claims) {
    const aligned = { ...claim, amount: alignWithVisible(claim, visibleByKey) };
    const key = amountKey(aligned.amount);
    const same = claimsByKey.get(key);
    if (same === undefined) claimsByKey.set(key, [aligned]);
    else same.push(aligned);
  }
  return [...new Set([...claimsByKey.keys(), ...visibleByKey.keys()])]
    .map((key) => {
      const own = claimsByKey.get(key) ?? [];
      const visiblePrice = visibleByKey.get(key) ?? null;
      return {
        key,
        total: claimed(own) + seenWeight(visiblePrice, own.length > 0),
        claims: own,
        visible: visiblePrice,
      };
    })
    .toSorted((left, right) => right.total - left.total);
}

function claimWeight(claim: PriceClaim): number {
  if (claim.kind === "low") return CLAIM.low;
  if (claim.kind === "one_of") return CLAIM.oneOf;
  const isExact = claim.currency !== null && !isWhole(claim);
  if (claim.format === "page_attributes") return isExact ? CLAIM.stateWithCurrency : LAYERS.page_attributes;
  if (claim.format !== "embedded_state") return LAYERS[claim.format];
  return isExact ? CLAIM.stateWithCurrency : isWhole(claim) ? CLAIM.wholeState : LAYERS.embedded_state;
}

function claimed(claims: readonly PriceClaim[]): number {
  const byLayer = new Map<Layer, number>();
  for (const claim of claims)
    byLayer.set(claim.format, Math.max(byLayer.get(claim.format) ?? 0, claimWeight(claim)));
  const weights = [...byLayer.values()].toSorted((left, right) => right - left);
  return weights.reduce((total, weight, at) => total + (at === 0 ? weight : weight * CLAIM.again), 0);
}

function seenWeight(visiblePrice: VisiblePrice | null, isClaimed: boolean): number {
  if (visiblePrice === null) return 0;
  if (visiblePrice.onlyPast) return CLAIM.struckOut;
  return isClaimed ? Math.max(CLAIM.seenElsewhere, visiblePrice.score) : visiblePrice.score;
}

/**
 * Adapts a claim to the visible page: "1.299" becomes 1299 when the page shows 1299 and not 1.299, and an amount in
 * minor units from embedded state becomes the visible one.
 */
function alignWithVisible(claim: PriceClaim, visibleByKey: ReadonlyMap<string, VisiblePrice>): string {
  const key = amountKey(claim.amount);
  if (visibleByKey.has(key)) return claim.amount;
  if (/^\d{1,3}\.\d{3}$/.test(claim.amount) && visibleByKey.has(amountKey(claim.amount.replace(".", "")))) {
    return claim.amount.replace(".", "");
  }
  if (claim.format === "embedded_state" && isWhole(claim) && key.length > 2) {
    const inCents = `${key.slice(0, -2)}.${key.slice(-2)}`;
    if (visibleByKey.has(amountKey(inCents))) return inCents;
  }
  return claim.amount;
}
