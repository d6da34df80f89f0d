import {
  isContested,
  reconciled,
  withoutTaxedTwin,
  withTaxFirst,
} from "@/server/market/extract/one-price-twice";
import { asSnippet, type Layer, type PriceClaim } from "@/server/market/extract/page-offer";
import type { VisiblePrice } from "@/server/market/extract/visible/visible-prices";
import { type WeighedPrice, weighPrices } from "@/server/market/extract/weigh-prices";
import { CONFIDENCE } from "@/server/market/extract/weights/price-weights";
import { weightAt } from "@/server/market/extract/weights/steps";
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

const NOT_OF_ONE: ReadonlySet<PriceForm> = new Set(["bundle", "up_to", "per_unit", "instalment", "saving"]);

/**
 * Returns the amount with the most support from the layers and the visible page; none when no amount has enough.
 * @param titles the page's titles, which may write the number of pieces that a price is for
 */
export function decidePrice(
  claims: readonly PriceClaim[],
  visible: readonly VisiblePrice[],
  titles: readonly string[] = [],
): PriceDecision {
  const weighed = reconciled(withTaxFirst(weighPrices(claims, visible)), titles);
  const [top, next] = withoutTaxedTwin(weighed);
  if (top === undefined || top.total <= 0) return { found: false, reason: "no_price" };
  const confidence = Math.max(confidenceOf(top, next), clearLead(top, weighed));
  if (confidence < CONFIDENCE.bar) {
    return { found: false, reason: top.total >= CONFIDENCE.middle ? "unclear_price" : "no_price" };
  }
  if (isShownForSomethingElse(top) || isInOtherCurrency(top) || isOneOfMany(top, weighed))
    return { found: false, reason: "unclear_price" };
  return decisionFor(top, confidence);
}

/**
 * Returns the confidence in an amount that only the visible page shows, when every other amount that the page does not
 * mark as something else is far behind; otherwise 0.
 */
function clearLead(top: WeighedPrice, weighed: readonly WeighedPrice[]): number {
  if (top.claims.length > 0 || top.visible === null || top.visible.onlyOther || top.total < CONFIDENCE.clear)
    return 0;
  if (top.visible.best.candidate.region.hidden) return 0;
  const rivals = weighed.filter((one) => one !== top && (one.claims.length > 0 || !one.visible?.onlyOther));
  return rivals.every((one) => top.total - one.total >= CONFIDENCE.far) ? CONFIDENCE.ofClearLead : 0;
}

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

const SURE: ReadonlySet<Layer> = new Set(["json_ld", "microdata", "rdfa", "page_meta"]);

/**
 * Whether the page announces its article "from" a lower price above this amount, which no machine-readable data
 * claims: it is then that of a variant or a pack.
 */
const isOneOfMany = (top: WeighedPrice, weighed: readonly WeighedPrice[]): boolean =>
  top.visible !== null &&
  !top.claims.some(({ format }) => SURE.has(format)) &&
  weighed.some(
    ({ key, visible }) =>
      visible !== null &&
      visible.best.from &&
      !visible.onlyOther &&
      visible.score >= CONFIDENCE.announced &&
      Number(key) < Number(top.key) &&
      visible.best.candidate.region.position < (top.visible?.best.candidate.region.position ?? 0),
  );

function confidenceOf(top: WeighedPrice, next: WeighedPrice | undefined): number {
  const { slope, middle, far, contested, lead } = CONFIDENCE;
  const own = 1 / (1 + Math.exp(-slope * (top.total - middle)));
  const ahead = next === undefined ? Number.POSITIVE_INFINITY : top.total - next.total;
  if (isContested(top, next) && ahead < far) return own * contested;
  return own * weightAt(ahead, lead);
}

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
