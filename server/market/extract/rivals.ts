import type { WeighedPrice } from "@/server/market/extract/weigh-prices";

/** Standard and reduced rates of the taxes on sales, in per cent. */
const TAX_RATES = [
  2.1, 2.5, 2.6, 3, 3.8, 4, 5, 5.5, 6, 7, 7.7, 8, 8.1, 9, 9.5, 10, 11, 12, 13, 13.5, 14, 15, 16, 17, 18, 19,
  20, 21, 22, 23, 24, 25, 25.5, 27,
];
const CENT = 0.011;
/** Amounts without a fraction are rounded to the whole. */
const WHOLE = 1;
/** The amount of an order of the least number of pieces is not the price of an article. */
const TOTAL =
  /total|gesamt|summe|celkem|spolu|razem|łącznie|toplam|summa|yhteensä|összesen|итого|всего|المجموع|合計|总计|總計/iu;
const BLOCK = 160;
const MOST_PIECES = 100;

/** How two amounts of one page are related, when they are the same price written in two ways. */
export type Relation = "tax" | "pieces";

/**
 * Returns the relation of two amounts, or null. `tax`: one is the other with a tax, to the cent. `pieces`: both are
 * visible in one block, one is a whole multiple of the other, and the page writes that number of pieces.
 */
export function relationOf(
  left: WeighedPrice,
  right: WeighedPrice,
  texts: readonly string[],
): Relation | null {
  const [low, high] = [left, right].map(({ key }) => Number(key)).toSorted((one, other) => one - other);
  if (low === undefined || high === undefined || low <= 0 || low === high) return null;
  const rounding = Number.isInteger(low) && Number.isInteger(high) && low > 300 ? WHOLE : CENT;
  if (TAX_RATES.some((rate) => Math.abs(low * (1 + rate / 100) - high) < rounding)) return "tax";
  const [one, other] = [left.visible?.best.candidate, right.visible?.best.candidate];
  if (one === undefined || other === undefined) return null;
  if (Math.abs(one.region.position - other.region.position) > BLOCK) return null;
  const total = Number(left.key) > Number(right.key) ? one : other;
  if (TOTAL.test(total.line.text)) return null;
  const count = Math.round(high / low);
  if (count < 2 || count > MOST_PIECES || Math.abs(low * count - high) > count * CENT) return null;
  const written = new RegExp(`(?<![\\d.,])${count}(?![\\d.,]*\\d)(?! ?(?:%|[a-z]{0,2}²))`, "iu");
  return [...texts, one.line.text, other.line.text].some((text) => written.test(withoutAmounts(text)))
    ? "pieces"
    : null;
}

/** Removes the amounts of a line, whose digits are no number of pieces. */
const withoutAmounts = (text: string): string =>
  text.replace(/\p{Sc}\s?\d[\d.,\s]*|\d[\d.,\s]*\s?\p{Sc}|\d+[.,]\d{2}\b/gu, " ");
