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
import type { PriceForm } from "@/server/market/price-text/reading";

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

const FORMS: Readonly<Record<PriceForm, number>> = {
  exact: 0,
  from: -0.5,
  up_to: -3,
  range: -0.8,
  per_unit: -4,
  was: -4,
  instalment: -5,
  saving: -5,
  extra: -5,
  free: -5,
  bundle: -3,
};

const PER_PIECE = -4;
const OTHER = -4;
const WAS_NAME = /old-?price|price-?old|list-?price|was-?price|price-?was|price-?before|before-?price/;

/**
 * Returns how likely a number is the price of the page's product; about 3 or more is a price in the expected place.
 */
export function scoreCandidate(candidate: PriceCandidate, around: Surroundings): Scored {
  const marked = around.before.has(candidate) ? -6 : markedPast(candidate);
  const named = marked === 0 ? namedPast(candidate) : 0;
  const past = marked + named;
  const byPiece = say.PIECE_BEHIND.test(candidate.after) ? PER_PIECE : 0;
  const isElsewhereMeant = isInSentence(candidate) || isOfOtherCard(candidate, around);
  const labelPenalty = byPiece === 0 ? (isElsewhereMeant ? OTHER : labelledOtherwise(candidate)) : byPiece;
  const region = regionScore(candidate, around);
  const names = nameScore(candidate, around);
  const style = styleScore(candidate);
  const score = region.score + names.score + style + past + labelPenalty + FORMS[candidate.form];
  return {
    candidate,
    score,
    past: past <= -2,
    pastByName: named,
    other: region.apart || labelPenalty <= -3 || names.other || FORMS[candidate.form] <= -3,
    from: candidate.form === "from" || candidate.form === "range" || say.FROM_LABEL.test(candidate.before),
    withoutTax: taxMark(candidate) === "without" || hasNoTaxName(candidate),
    byPiece,
  };
}

const NO_TAX_NAME = /no-?tax|ex-?tax|excl-?(?:tax|vat)|without-?(?:tax|vat)|netto/;

const hasNoTaxName = (candidate: PriceCandidate): boolean =>
  ancestorsOf(candidate.element, 3).some((one) => isNamed(one, NO_TAX_NAME));

function markedPast(candidate: PriceCandidate): number {
  if (candidate.region.struck) return -6;
  const label = `${candidate.lineBefore} ${candidate.before}`;
  if (say.SALE_LABEL.test(label)) return 0;
  if (say.WAS_LABEL.test(label) || say.WAS_LABEL_UNSPACED.test(label)) return -4;
  if (say.LOWEST_LABEL.test(label) || (candidate.last && say.WAS_BEHIND.test(candidate.after))) return -4;
  return say.REGULAR_LABEL.test(label) ? -1.2 : 0;
}

function namedPast(candidate: PriceCandidate): number {
  const near = ancestorsOf(candidate.element, 3);
  if (near.slice(0, 2).some((one) => hasWord(one, say.WAS_WORDS) && !hasWord(one, say.NOW_WORDS)))
    return -2.5;
  if (near.some((one) => isNamed(one, WAS_NAME))) return -2.5;
  return near.slice(0, 2).some((one) => hasWord(one, say.MAYBE_WAS_WORDS)) ? -1.2 : 0;
}

function labelledOtherwise(candidate: PriceCandidate): number {
  const { before, after, lineBefore, lineAfter } = candidate;
  const label = `${lineBefore} ${before}`;
  if (say.UNIT_BEHIND.test(after) || say.UNIT_BEHIND.test(lineAfter) || say.UNIT_LABEL.test(label)) return -4;
  if (say.INSTALMENT_LABEL.test(`${label} | ${after}`) || say.INSTALMENT_BELOW.test(lineAfter)) return -4;
  if (say.INSTALMENT_UNSPACED.test(label + after) || say.OTHER_UNSPACED.test(label)) return -4;
  if (say.SAVING_LABEL.test(label) || say.SAVING_BEHIND.test(after)) return -4;
  if (say.SHIPPING_LABEL.test(label)) return -4;
  if (say.SHIPPING_BEHIND.test(after) && !say.BESIDE_SHIPPING.test(after)) return -4;
  if (say.OTHER_LABEL.test(label) || (candidate.last && say.OTHER_BEHIND.test(after))) return -4;
  if (say.QUANTITY_LABEL.test(label) || say.CONVERTED_LABEL.test(before)) return -4;
  if (SIGNED.test(before) || /^\s*%/.test(after)) return -4;
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
  if (zone) score -= 4;
  if (alike.count >= 2) score -= 4;
  else if (alike.count === 1) score -= 2.5;
  if (alike.rows >= 3) score -= 1;
  if (alike.linked) score -= 1.5;
  if (region.hidden) score -= 2.5;
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
  if (region.enter >= title.enter) {
    return toBuy + (far < 200 ? 2.5 : far < 600 ? 2 : far < 1500 ? 1.2 : far < 4000 ? 0.4 : -0.5);
  }
  if (toBuy >= BESIDE_BUY) return toBuy + 1;
  return toBuy + (far > -200 ? 1 : far > -1000 ? -0.5 : -2);
}

const BESIDE_BUY = 1.3;

function buyScore(region: Region, buy: Region): number {
  const far = Math.abs(region.position - buy.position);
  return (far < 120 ? 2 : far < 400 ? BESIDE_BUY : far < 1000 ? 0.6 : 0) + (encloses(buy, region) ? 0.5 : 0);
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
    (candidate.named ? 1 : 0) + (say.NOW_LABEL.test(label) || say.NOW_LABEL_UNSPACED.test(label) ? 0.8 : 0);
  if (near.some((one) => isNamed(one, PRICE_NAME))) score += 1.5;
  if (near.slice(0, 3).some((one) => hasWord(one, say.NOW_WORDS))) score += 0.6;
  if (near.some((one) => /(?:^|\s)(?:low)?price(?:\s|$)/i.test(attribute(one, "itemprop")))) score += 1.5;
  const other = near.slice(0, 2).some((one) => hasWord(one, say.OTHER_WORDS) && !isNamed(one, STATES));
  return { score: score - (other ? 2.5 : 0), other };
}

const BIG_WORDS = new Set(["big", "large", "xl", "huge", "main", "heading", "headline"]);

function styleScore(candidate: PriceCandidate): number {
  const near = ancestorsOf(candidate.element, 3);
  let score = 0;
  if (near.some((one) => /^(?:h[1-4]|strong|b)$/.test(one.name))) score += 0.4;
  if (near.some((one) => hasWord(one, BIG_WORDS))) score += 0.4;
  if (
    near.some((one) =>
      /font(?:-size)?:[a-z ]{0,20}(?:[2-9]\d(?:\.\d+)?px|1[89]px|[2-9](?:\.\d+)?r?em|1\.[5-9]\d*r?em)/i.test(
        attribute(one, "style"),
      ),
    )
  ) {
    score += 0.4;
  }
  const length = candidate.line.text.length;
  if (length > 160) score -= 2.5;
  else if (length > 90) score -= 1.5;
  else if (length > 50) score -= 0.6;
  if (!candidate.certain) score -= 0.3;
  return score;
}
