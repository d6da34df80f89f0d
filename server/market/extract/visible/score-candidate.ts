import { hasWord, isNamed } from "@/server/market/extract/document/element-lexicon";
import { ancestorsOf, attribute, type Element } from "@/server/market/extract/document/nodes";
import { PRICE_NAME } from "@/server/market/extract/document/price-parts";
import type { Region } from "@/server/market/extract/document/rendered-text";
import { type Identity, isInSentence, isOfOtherCard } from "@/server/market/extract/visible/of-no-article";
import type { PriceCandidate } from "@/server/market/extract/visible/price-candidate";
import * as say from "@/server/market/extract/visible/price-lexicon";
import { blocksAlike, type PriceHolders } from "@/server/market/extract/visible/repeated-blocks";
import { taxMark } from "@/server/market/extract/visible/tax-mark";
import { encloses, isElsewhere } from "@/server/market/extract/visible/zones";
import { weightAt } from "@/server/market/extract/weights/steps";
import { FORMS, MARKED, PLACE, WRITTEN } from "@/server/market/extract/weights/visible-weights";

export type Surroundings = Identity & {
  readonly buy: Region | null;
  readonly holders: PriceHolders;
  /** Former prices, identified by a lower price and a discount beside them. */
  readonly before: ReadonlySet<PriceCandidate>;
};

export type Scored = {
  readonly candidate: PriceCandidate;
  readonly score: number;
  /** Whether the page marks it as a former price. */
  readonly past: boolean;
  /** Whether the page marks it as something other than a price, or as that of another product. */
  readonly other: boolean;
  /** The penalty when only class names mark it as a former price; they are wrong when no cheaper price is near. */
  readonly pastByName: number;
  readonly from: boolean;
  readonly withoutTax: boolean;
  /** The penalty of a price per piece; it is the article's own when no higher price is near. */
  readonly byPiece: number;
};

const WAS_NAME = /old-?price|price-?old|list-?price|was-?price|price-?was|price-?before|before-?price/;

/**
 * Returns how likely a number is the price of the page's product; about 3 or more is a price in the expected place.
 */
export function scoreCandidate(candidate: PriceCandidate, around: Surroundings): Scored {
  const marked = around.before.has(candidate) ? MARKED.struck : markedPast(candidate);
  const named = marked === 0 ? namedPast(candidate) : 0;
  const past = marked + named;
  const byPiece = say.PIECE_BEHIND.test(candidate.after) ? MARKED.byPiece : 0;
  const isElsewhereMeant = isInSentence(candidate) || isOfOtherCard(candidate, around);
  const labelPenalty =
    byPiece === 0 ? (isElsewhereMeant ? MARKED.elsewhere : labelledOtherwise(candidate)) : byPiece;
  const region = regionScore(candidate, around);
  const names = nameScore(candidate, around);
  const style = styleScore(candidate);
  const score = region.score + names.score + style + past + labelPenalty + FORMS[candidate.form];
  return {
    candidate,
    score,
    past: past <= MARKED.past,
    pastByName: named,
    other:
      region.apart || labelPenalty <= MARKED.other || names.other || FORMS[candidate.form] <= MARKED.other,
    from: candidate.form === "from" || candidate.form === "range" || say.FROM_LABEL.test(candidate.before),
    withoutTax: taxMark(candidate) === "without" || hasNoTaxName(candidate),
    byPiece,
  };
}

const NO_TAX_NAME = /no-?tax|ex-?tax|excl-?(?:tax|vat)|without-?(?:tax|vat)|netto/;

const hasNoTaxName = (candidate: PriceCandidate): boolean =>
  ancestorsOf(candidate.element, 3).some((one) => isNamed(one, NO_TAX_NAME));

function markedPast(candidate: PriceCandidate): number {
  if (candidate.region.struck) return MARKED.struck;
  const label = `${candidate.lineBefore} ${candidate.before}`;
  if (say.SALE_LABEL.test(label)) return 0;
  if (say.WAS_LABEL.test(label) || say.WAS_LABEL_UNSPACED.test(label)) return MARKED.was;
  if (say.LOWEST_LABEL.test(label) || (candidate.last && say.WAS_BEHIND.test(candidate.after)))
    return MARKED.was;
  return say.REGULAR_LABEL.test(label) ? MARKED.regularLabel : 0;
}

function namedPast(candidate: PriceCandidate): number {
  const near = ancestorsOf(candidate.element, 3);
  if (near.slice(0, 2).some((one) => hasWord(one, say.WAS_WORDS) && !hasWord(one, say.NOW_WORDS)))
    return MARKED.wasByName;
  if (near.some((one) => isNamed(one, WAS_NAME))) return MARKED.wasByName;
  return near.slice(0, 2).some((one) => hasWord(one, say.MAYBE_WAS_WORDS)) ? MARKED.maybeWas : 0;
}

function labelledOtherwise(candidate: PriceCandidate): number {
  const { before, after, lineBefore, lineAfter } = candidate;
  const label = `${lineBefore} ${before}`;
  if (say.UNIT_BEHIND.test(after) || say.UNIT_BEHIND.test(lineAfter) || say.UNIT_LABEL.test(label))
    return MARKED.labelled;
  if (say.INSTALMENT_LABEL.test(`${label} | ${after}`) || say.INSTALMENT_BELOW.test(lineAfter))
    return MARKED.labelled;
  if (say.INSTALMENT_UNSPACED.test(label + after) || say.OTHER_UNSPACED.test(label)) return MARKED.labelled;
  if (say.SAVING_LABEL.test(label) || say.SAVING_BEHIND.test(after)) return MARKED.labelled;
  if (say.SHIPPING_LABEL.test(label)) return MARKED.labelled;
  if (say.SHIPPING_BEHIND.test(after) && !say.BESIDE_SHIPPING.test(after)) return MARKED.labelled;
  if (say.OTHER_LABEL.test(label) || (candidate.last && say.OTHER_BEHIND.test(after))) return MARKED.labelled;
  if (say.QUANTITY_LABEL.test(label) || say.CONVERTED_LABEL.test(before)) return MARKED.labelled;
  if (SIGNED.test(before) || /^\s*%/.test(after)) return MARKED.labelled;
  return 0;
}

/** A sign directly before the number or alone before it; a dash between a name and its price is none. */
const SIGNED = /[+±]\s*$|(?:^|[\s(])-$|^\s*-\s*$/;

function regionScore(
  candidate: PriceCandidate,
  around: Surroundings,
): { readonly score: number; readonly apart: boolean } {
  const { region } = candidate;
  const chain = ancestorsOf(candidate.element, 40);
  const zone = chain.filter(isElsewhere).some((one) => !holdsMain(one, around));
  const alike = blocksAlike(candidate.element, around.title, around.holders, around.text);
  let score = distanceScore(region, around);
  if (zone) score += PLACE.apart;
  if (alike.count >= 2) score += PLACE.repeated;
  else if (alike.count === 1) score += PLACE.twice;
  if (alike.rows >= 3) score += PLACE.rows;
  if (alike.linked) score += PLACE.linked;
  if (region.hidden) score += PLACE.hidden;
  return { score, apart: zone || alike.count >= 2 };
}

/**
 * Whether an element contains the title or the buy button: it is then part of the main content, whatever its name.
 */
function holdsMain(element: Element, around: Surroundings): boolean {
  const region = around.text.regions.get(element);
  if (region === undefined) return false;
  return [around.title, around.buy].some((main) => main !== null && encloses(region, main));
}

function distanceScore(region: Region, around: Surroundings): number {
  const { title, buy } = around;
  const toBuy = buy === null ? 0 : buyScore(region, buy);
  if (title === null) return toBuy;
  const far = region.position - title.position;
  if (region.enter >= title.enter) return toBuy + weightAt(far, PLACE.afterTitle);
  if (toBuy >= PLACE.besideButton) return toBuy + PLACE.beforeTitleAtButton;
  return toBuy + weightAt(-far, PLACE.beforeTitle);
}

function buyScore(region: Region, buy: Region): number {
  const far = Math.abs(region.position - buy.position);
  return weightAt(far, PLACE.toBuyButton) + (encloses(buy, region) ? PLACE.aroundButton : 0);
}

/** Prefixes such as in `has-discount`: they describe the state of a price and do not name something else. */
const STATES = /(?:has|with|is|no|on)[-_]/;

function nameScore(
  candidate: PriceCandidate,
  around: Surroundings,
): { readonly score: number; readonly other: boolean } {
  const near = ancestorsOf(candidate.element, 4).filter((one) => !holdsMain(one, around));
  const label = `${candidate.lineBefore} ${candidate.before}`;
  let score =
    (candidate.named ? WRITTEN.withCurrency : 0) +
    (say.NOW_LABEL.test(label) || say.NOW_LABEL_UNSPACED.test(label) ? WRITTEN.nowLabel : 0);
  if (near.some((one) => isNamed(one, PRICE_NAME))) score += WRITTEN.priceName;
  if (near.slice(0, 3).some((one) => hasWord(one, say.NOW_WORDS))) score += WRITTEN.nowName;
  if (near.some((one) => /(?:^|\s)(?:low)?price(?:\s|$)/i.test(attribute(one, "itemprop"))))
    score += WRITTEN.priceProperty;
  const other = near.slice(0, 2).some((one) => hasWord(one, say.OTHER_WORDS) && !isNamed(one, STATES));
  return { score: score + (other ? MARKED.namedOtherwise : 0), other };
}

const BIG_WORDS = new Set(["big", "large", "xl", "huge", "main", "heading", "headline"]);

function styleScore(candidate: PriceCandidate): number {
  const near = ancestorsOf(candidate.element, 3);
  let score = 0;
  if (near.some((one) => /^(?:h[1-4]|strong|b)$/.test(one.name))) score += WRITTEN.heading;
  if (near.some((one) => hasWord(one, BIG_WORDS))) score += WRITTEN.bigName;
  if (
    near.some((one) =>
      /font(?:-size)?:[a-z ]{0,20}(?:[2-9]\d(?:\.\d+)?px|1[89]px|[2-9](?:\.\d+)?r?em|1\.[5-9]\d*r?em)/i.test(
        attribute(one, "style"),
      ),
    )
  ) {
    score += WRITTEN.bigType;
  }
  score += weightAt(candidate.line.text.length, WRITTEN.line);
  return candidate.certain ? score : score + WRITTEN.uncertain;
}
