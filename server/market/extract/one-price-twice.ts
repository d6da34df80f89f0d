import { amountKey } from "@/server/market/extract/amount";
import { relationOf } from "@/server/market/extract/rivals";
import type { WeighedPrice } from "@/server/market/extract/weigh-prices";
import { CLAIM } from "@/server/market/extract/weights/price-weights";

/**
 * Puts the price of one article first where the two heaviest amounts are one price written twice: with and without
 * tax, or for all pieces and for one.
 */
export function reconciled(
  weighed: readonly WeighedPrice[],
  titles: readonly string[],
): readonly WeighedPrice[] {
  const [top, next, ...rest] = weighed;
  if (top === undefined || next === undefined || next.total <= 0) return weighed;
  const relation = relationOf(top, next, titles);
  if (relation === null) return weighed;
  const [low, high] = Number(top.key) < Number(next.key) ? [top, next] : [next, top];
  if (relation === "pieces") return [{ ...high, total: Math.max(top.total, next.total) }, ...rest];
  if (!isContested(top, next) && !isContested(next, top)) return weighed;
  // The visible amount is what a buyer pays, unless the page marks it as the one without tax.
  const shown = [top, next].find(({ visible }) => visible !== null && !visible.onlyPast);
  const price = shown === undefined || shown.visible?.best.withoutTax ? high : shown;
  const other = price === low ? high : low;
  return [{ ...price, total: price.total + other.total * CLAIM.agreement }, ...rest];
}

/** Whether the page shows one amount while its data claims another that the page does not show at all. */
export const isContested = (top: WeighedPrice, next: WeighedPrice | undefined): boolean =>
  top.claims.length === 0 &&
  next !== undefined &&
  next.visible === null &&
  next.claims.some((claim) => claim.kind === "exact" && claim.format !== "embedded_state");

/**
 * Puts the visible amount with tax before the one that the page marks as without, where nothing else tells them apart:
 * a buyer pays the former.
 */
export function withTaxFirst(weighed: readonly WeighedPrice[]): readonly WeighedPrice[] {
  const [top, ...rest] = weighed;
  if (top === undefined || top.claims.length > 0 || !top.visible?.best.withoutTax) return weighed;
  const twin = rest.find(
    (other) =>
      other.claims.length === 0 &&
      other.visible !== null &&
      !other.visible.onlyOther &&
      !other.visible.best.withoutTax &&
      Number(other.key) > Number(top.key) &&
      areTwins(top, other),
  );
  if (twin === undefined) return weighed;
  return [{ ...twin, total: top.total }, top, ...rest.filter((other) => other !== twin)];
}

/** Removes the second of two adjacent amounts when only one of them is without tax: it is no competing price. */
export function withoutTaxedTwin(weighed: readonly WeighedPrice[]): readonly WeighedPrice[] {
  const [top, ...rest] = weighed;
  const own = top?.visible?.best;
  if (top === undefined || own === undefined) return weighed;
  return [
    top,
    ...rest.filter((other) => {
      const twin = other.visible?.best;
      return (
        other.claims.length > 0 ||
        twin === undefined ||
        twin.withoutTax === own.withoutTax ||
        !areTwins(top, other)
      );
    }),
  ];
}

/** Sales taxes are between 2 and 30 per cent. */
function areTwins(left: WeighedPrice, right: WeighedPrice): boolean {
  const ratio = Number(amountKey(left.key)) / Number(amountKey(right.key));
  const larger = Math.max(ratio, 1 / ratio);
  return larger > 1.02 && larger < 1.3;
}
