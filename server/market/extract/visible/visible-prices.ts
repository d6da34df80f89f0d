import { amountKey } from "@/server/market/extract/amount";
import type { ParsedPage } from "@/server/market/extract/document/parsed-page";
import type { Region } from "@/server/market/extract/document/rendered-text";
import { sameAddress } from "@/server/market/extract/likeness";
import { currencyOfCountry } from "@/server/market/extract/page-locale";
import { describedAmounts } from "@/server/market/extract/page-meta";
import { amongNeighbours } from "@/server/market/extract/visible/among-neighbours";
import { type BuyButton, mainBuyButton } from "@/server/market/extract/visible/buy-button";
import { pricesBefore } from "@/server/market/extract/visible/discounts";
import { mainTitle } from "@/server/market/extract/visible/main-title";
import { priceCandidates } from "@/server/market/extract/visible/price-candidates";
import { priceHolders } from "@/server/market/extract/visible/repeated-blocks";
import { type Scored, scoreCandidate } from "@/server/market/extract/visible/score-candidate";
import { WRITTEN } from "@/server/market/extract/weights/visible-weights";
import type { PriceHints } from "@/server/market/price-text/reading";

/** All occurrences of one amount on a page. */
export type VisiblePrice = {
  readonly key: string;
  readonly best: Scored;
  readonly score: number;
  /**
   * Whether every occurrence is marked as a former price or something else (`onlyOther`), and the most likely one as
   * a former price (`onlyPast`).
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

const LONGEST_CONFIRMED = 120;

/** Returns a page's title, its buy button and its visible amounts, scored as the price of its product. */
export function visiblePage(page: ParsedPage, names: readonly string[], hints: PriceHints): VisiblePage {
  const titleElement = mainTitle(page, names);
  const title = (titleElement && page.text.regions.get(titleElement)) ?? null;
  const buy = mainBuyButton(page, title);
  const candidates = priceCandidates(page.text, hints);
  const holders = priceHolders(candidates.map((candidate) => candidate.element));
  const before = pricesBefore(candidates, page.text.lines);
  const isOwn = (href: string): boolean => sameAddress(href, page);
  const product = { names: [...names, ...page.titles], isOwn };
  const around = { text: page.text, title, ...product, buy: buy?.region ?? null, holders, before };
  const scored = candidates.map((candidate) => scoreCandidate(candidate, around));
  return {
    title,
    buy,
    prices: byAmount(amongNeighbours(scored, localCurrency(hints)), title, describedAmounts(page, hints)),
  };
}

/** Returns the currency that a price of this page is expected in; null when nothing states it. */
const localCurrency = (hints: PriceHints): string | null =>
  hints.currency ?? currencyOfCountry(hints.country ?? null);

/** A number in running text may be described by chance. */
const isConfirmable = ({ past, other, candidate }: Scored): boolean =>
  !past && !other && candidate.line.text.length <= LONGEST_CONFIRMED;

function byAmount(
  scored: readonly Scored[],
  title: Region | null,
  described: ReadonlySet<string>,
): readonly VisiblePrice[] {
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
      const score =
        best.score +
        (isFirst ? WRITTEN.first : 0) +
        Math.min(3, repeats) * WRITTEN.again +
        (described.has(key) && isConfirmable(best) ? WRITTEN.described : 0);
      return {
        key,
        best,
        score,
        onlyPast: best.past && group.every((one) => one.past || one.other),
        onlyOther: group.every((one) => one.other || one.past),
      };
    })
    .toSorted((left, right) => right.score - left.score);
}
