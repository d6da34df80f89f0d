import { amountKey } from "@/server/market/extract/amount";
import { asSnippet, type PriceClaim } from "@/server/market/extract/page-offer";
import { relationOf } from "@/server/market/extract/rivals";
import type { VisiblePrice } from "@/server/market/extract/visible/visible-prices";
import { type WeighedPrice, weighPrices } from "@/server/market/extract/weigh-prices";
import type { PriceForm } from "@/server/market/price-text/reading";

export type PriceDecision =
  | {
      readonly found: true;
      readonly amount: string;
      /** As a layer or the text states it; null when neither does. */
      readonly currency: string | null;
      readonly form: "exact" | "from";
      readonly method: string;
      readonly confidence: number;
      readonly snippet: string;
      readonly claim: PriceClaim | null;
      readonly visible: VisiblePrice | null;
    }
  | { readonly found: false; readonly reason: "no_price" | "unclear_price" | "not_a_product" };

/** Below this confidence the result would be a guess. */
const CONFIDENCE_BAR = 0.55;
const NOT_OF_ONE: ReadonlySet<PriceForm> = new Set(["bundle", "up_to", "per_unit", "instalment", "saving"]);
const MIDDLE = 3.2;
const SLOPE = 0.65;
const CLOSE = 1;
const NEAR = 2;
const FAR = 3;

/**
 * Returns the amount with the most support from the layers and the visible page; none when no amount has enough.
 * @param titles the page's titles, which may write the number of pieces that a price is for
 */
export function decidePrice(
  claims: readonly PriceClaim[],
  visible: readonly VisiblePrice[],
  titles: readonly string[] = [],
): PriceDecision {
  const weighed = reconciled(weighPrices(claims, visible), titles);
  const [top, next] = withoutTaxedTwin(weighed);
  if (top === undefined || top.total <= 0) return { found: false, reason: "no_price" };
  const confidence = Math.max(confidenceOf(top, next), clearLead(top, weighed));
  if (confidence < CONFIDENCE_BAR) {
    return { found: false, reason: top.total >= MIDDLE ? "unclear_price" : "no_price" };
  }
  if (isShownForSomethingElse(top) || isInOtherCurrency(top))
    return { found: false, reason: "unclear_price" };
  return decisionFor(top, confidence);
}

const CLEAR = 3;
const LEAD_CONFIDENCE = 0.6;

/**
 * Returns the confidence in an amount that only the visible page shows, when every other amount that the page does not
 * mark as something else is far behind; otherwise 0.
 */
function clearLead(top: WeighedPrice, weighed: readonly WeighedPrice[]): number {
  if (top.claims.length > 0 || top.visible === null || top.visible.onlyOther || top.total < CLEAR) return 0;
  const rivals = weighed.filter((one) => one !== top && (one.claims.length > 0 || !one.visible?.onlyOther));
  return rivals.every((one) => top.total - one.total >= FAR) ? LEAD_CONFIDENCE : 0;
}

/**
 * Puts the price of one article first where the two heaviest amounts are one price written twice: with and without
 * tax, or for all pieces and for one.
 */
function reconciled(weighed: readonly WeighedPrice[], titles: readonly string[]): readonly WeighedPrice[] {
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
  return [{ ...price, total: price.total + other.total * AGREEMENT }, ...rest];
}

/** The share of its weight that an amount adds to the same price with or without tax. */
const AGREEMENT = 0.5;

/** Whether the page shows the amount with another currency than its data claim. */
const isInOtherCurrency = ({ claims, visible }: WeighedPrice): boolean => {
  const claimed = claims.find(({ currency }) => currency !== null)?.currency ?? null;
  const shown = visible?.best.candidate;
  return (
    claimed !== null &&
    shown !== undefined &&
    shown.named &&
    shown.currency !== null &&
    shown.currency !== claimed
  );
};

/** Whether an amount that no layer claims is visible only as the price of several, of a part, or as a maximum. */
const isShownForSomethingElse = ({ claims, visible }: WeighedPrice): boolean =>
  claims.length === 0 && visible !== null && NOT_OF_ONE.has(visible.best.candidate.form);

function confidenceOf(top: WeighedPrice, next: WeighedPrice | undefined): number {
  const own = 1 / (1 + Math.exp(-SLOPE * (top.total - MIDDLE)));
  const ahead = next === undefined ? Number.POSITIVE_INFINITY : top.total - next.total;
  if (isContested(top, next) && ahead < FAR) return own * 0.5;
  return own * (ahead < CLOSE ? 0.6 : ahead < NEAR ? 0.85 : 1);
}

/** Whether the page shows one amount while its data claims another that the page does not show at all. */
const isContested = (top: WeighedPrice, next: WeighedPrice | undefined): boolean =>
  top.claims.length === 0 &&
  next !== undefined &&
  next.visible === null &&
  next.claims.some((claim) => claim.kind === "exact" && claim.format !== "embedded_state");

function decisionFor(top: WeighedPrice, confidence: number): PriceDecision {
  const claim = top.claims.find((one) => one.kind !== "one_of") ?? top.claims[0] ?? null;
  const visiblePrice = top.visible !== null && top.visible.score > 0 ? top.visible : null;
  const layers = new Set(top.claims.map((one) => one.format));
  if (visiblePrice !== null) layers.add("page_text");
  const shownPrice = visiblePrice?.best.candidate;
  return {
    found: true,
    amount: claim?.amount ?? shownPrice?.amount ?? top.key,
    currency:
      claim?.currency ??
      top.claims.find((one) => one.currency !== null)?.currency ??
      shownPrice?.currency ??
      null,
    form: claim?.kind === "low" || (claim === null && visiblePrice?.best.from === true) ? "from" : "exact",
    method: [...layers].join("+"),
    confidence: Math.round(confidence * 100) / 100,
    snippet: claim?.snippet ?? asSnippet(shownPrice?.line.text ?? ""),
    claim,
    visible: visiblePrice,
  };
}

/** Removes the second of two adjacent amounts when only one of them is without tax: it is no competing price. */
function withoutTaxedTwin(weighed: readonly WeighedPrice[]): readonly WeighedPrice[] {
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
