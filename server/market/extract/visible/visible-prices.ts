import { amountKey, compareAmounts } from "@/server/market/extract/amount";
import type { ParsedPage } from "@/server/market/extract/document/parsed-page";
import type { Region } from "@/server/market/extract/document/rendered-text";
import { type BuyButton, mainBuyButton } from "@/server/market/extract/visible/buy-button";
import { pricesBefore } from "@/server/market/extract/visible/discounts";
import { mainTitle } from "@/server/market/extract/visible/main-title";
import { priceCandidates } from "@/server/market/extract/visible/price-candidates";
import { priceHolders } from "@/server/market/extract/visible/repeated-blocks";
import { type Scored, scoreCandidate } from "@/server/market/extract/visible/score-candidate";
import type { PriceHints } from "@/server/market/price-text/reading";

/** All occurrences of one amount on a page. */
export type VisiblePrice = {
  readonly key: string;
  readonly best: Scored;
  readonly score: number;
  /**
   * Whether every occurrence is marked as a former price (`onlyPast`), or as that or something else (`onlyOther`).
   */
  readonly onlyPast: boolean;
  readonly onlyOther: boolean;
};

export type VisiblePage = {
  readonly title: Region | null;
  readonly buy: BuyButton | null;
  /** The most likely price first. */
  readonly prices: readonly VisiblePrice[];
};

const ORDER_BONUS = 0.5;
const AGAIN_BONUS = 0.3;

/** Returns a page's title, its buy button and its visible amounts, scored as the price of its product. */
export function visiblePage(page: ParsedPage, names: readonly string[], hints: PriceHints): VisiblePage {
  const titleElement = mainTitle(page, names);
  const title = (titleElement && page.text.regions.get(titleElement)) ?? null;
  const buy = mainBuyButton(page, title);
  const candidates = priceCandidates(page.text, hints);
  const holders = priceHolders(candidates.map((candidate) => candidate.element));
  const before = pricesBefore(candidates, page.text.lines);
  const around = { text: page.text, title, buy: buy?.region ?? null, holders, before };
  const scored = candidates.map((candidate) => scoreCandidate(candidate, around));
  return { title, buy, prices: byAmount(withNamesDoubted(scored), title) };
}

const BESIDE = 400;
const WINDOW = 30;

/** A class name such as `price-old` is a leftover when no cheaper price is near, so its penalty is removed. */
function withNamesDoubted(scored: readonly Scored[]): readonly Scored[] {
  return scored.map((one, at) => {
    if (one.pastByName === 0) return one;
    const cheaper = scored
      .slice(Math.max(0, at - WINDOW), at + WINDOW)
      .some(
        (other) =>
          !other.other &&
          (!other.past || other.pastByName !== 0) &&
          compareAmounts(other.candidate.amount, one.candidate.amount) < 0 &&
          Math.abs(other.candidate.region.position - one.candidate.region.position) < BESIDE,
      );
    return cheaper ? one : { ...one, score: one.score - one.pastByName, past: false };
  });
}

function byAmount(scored: readonly Scored[], title: Region | null): readonly VisiblePrice[] {
  const first = scored.find(
    (one) =>
      !one.past &&
      !one.other &&
      !one.candidate.region.hidden &&
      (title === null || one.candidate.region.enter > title.enter),
  );
  const groups = new Map<string, Scored[]>();
  for (const one of scored) {
    const key = amountKey(one.candidate.amount);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups]
    .map(([key, group]) => {
      const best = group.reduce((so, one) => (one.score > so.score ? one : so));
      const repeats = group.filter((one) => one !== best && !one.past && !one.other).length;
      const isFirst = first !== undefined && group.includes(first);
      const score = best.score + (isFirst ? ORDER_BONUS : 0) + Math.min(3, repeats) * AGAIN_BONUS;
      return {
        key,
        best,
        score,
        onlyPast: group.every((one) => one.past),
        onlyOther: group.every((one) => one.other || one.past),
      };
    })
    .toSorted((left, right) => right.score - left.score);
}
