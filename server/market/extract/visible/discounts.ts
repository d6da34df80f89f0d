import { compareAmounts } from "@/server/market/extract/amount";
import type { Line } from "@/server/market/extract/document/lines";
import type { PriceCandidate } from "@/server/market/extract/visible/price-candidate";
import { SAVING_LABEL } from "@/server/market/extract/visible/price-lexicon";

const NEAR = 120;
const MAX_CANDIDATES = 400;

/**
 * Returns the candidates that arithmetic identifies as former prices: a lower price is near, and the difference
 * between both is written beside them as a percentage or an amount. Works in every language.
 */
export function pricesBefore(
  candidates: readonly PriceCandidate[],
  lines: readonly Line[],
): ReadonlySet<PriceCandidate> {
  const percents = percentsOf(lines);
  const formerPrices = new Set<PriceCandidate>();
  const few = candidates.slice(0, MAX_CANDIDATES);
  for (const [at, one] of few.entries()) {
    for (const other of few.slice(at + 1)) {
      if (other.region.position - one.region.position > NEAR) break;
      const [low, high] = compareAmounts(one.amount, other.amount) < 0 ? [one, other] : [other, one];
      if (Number(high.amount) <= Number(low.amount)) continue;
      if (isStatedAsPercent(low, high, percents) || isStatedAsAmount(low, high, few)) formerPrices.add(high);
    }
  }
  return formerPrices;
}

/** A discount for certain buyers only does not change the price. */
const FOR_SOME =
  /subscri|abo|member|mitglied|club|code|coupon|voucher|gutschein|newsletter|app|student|loyal|karte|card/;

const isDiscount = (text: string): boolean =>
  !FOR_SOME.test(text) &&
  text.includes("%") &&
  (/[-–−‑]\s?\d|^\(?\d+ ?%\)?$/.test(text) || SAVING_LABEL.test(text));

type Percent = { readonly value: number; readonly position: number };

function percentsOf(lines: readonly Line[]): readonly Percent[] {
  const found: Percent[] = [];
  for (const line of lines) {
    if (line.text.length > 40 || !isDiscount(line.text.toLowerCase())) continue;
    for (const match of line.text.matchAll(/(\d{1,2})(?:[.,]\d)? ?%/g)) {
      found.push({ value: Number(match[1]), position: line.position });
    }
  }
  return found;
}

function isStatedAsPercent(low: PriceCandidate, high: PriceCandidate, percents: readonly Percent[]): boolean {
  const off = (1 - Number(low.amount) / Number(high.amount)) * 100;
  const [from, to] = span(low, high);
  return percents.some(
    ({ value, position }) => value >= 2 && Math.abs(off - value) <= 1 && position >= from && position <= to,
  );
}

function isStatedAsAmount(
  low: PriceCandidate,
  high: PriceCandidate,
  all: readonly PriceCandidate[],
): boolean {
  const difference = Number(high.amount) - Number(low.amount);
  const [from, to] = span(low, high);
  const isHalf = Math.abs(difference - Number(low.amount)) < 0.005;
  if (isHalf) return false;
  return all.some(
    ({ amount, region, form, before }) =>
      Math.abs(Number(amount) - difference) < 0.005 &&
      (form === "saving" || SAVING_LABEL.test(before)) &&
      region.position >= from &&
      region.position <= to,
  );
}

const span = (low: PriceCandidate, high: PriceCandidate): readonly [number, number] => [
  Math.min(low.region.position, high.region.position) - NEAR,
  Math.max(low.region.position, high.region.position) + NEAR,
];
