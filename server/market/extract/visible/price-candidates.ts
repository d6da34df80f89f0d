import { isPriceAmount } from "@/server/market/extract/amount";
import { isNamed } from "@/server/market/extract/document/element-lexicon";
import { areCents, type Line, LONGEST_LINE } from "@/server/market/extract/document/lines";
import { ancestorsOf, type Element } from "@/server/market/extract/document/nodes";
import { PRICE_NAME } from "@/server/market/extract/document/price-parts";
import type { RenderedText } from "@/server/market/extract/document/rendered-text";
import type { PriceCandidate } from "@/server/market/extract/visible/price-candidate";
import { LOWEST_LABEL, QUANTITY_LABEL } from "@/server/market/extract/visible/price-lexicon";
import { readPrices } from "@/server/market/price-text/read-price";
import type { ParsedPrice, PriceHints } from "@/server/market/price-text/reading";

const MAX_LINES = 1500;
export const MOST_CANDIDATES = 3_000;
const MAX_LABEL_CHARS = 45;
const MAX_SHORT_LINE_CHARS = 32;
const MAX_ANCESTORS = 3;

/** Returns the numbers on a page that may be prices, in rendering order. */
export function priceCandidates(text: RenderedText, hints: PriceHints): readonly PriceCandidate[] {
  const lines = text.lines.filter((line) => line.text.length <= LONGEST_LINE && /\p{Nd}/u.test(line.text));
  const at = new Map(text.lines.map((line, index) => [line, index] as const));
  const candidates: PriceCandidate[] = [];
  for (const line of lines.slice(0, MAX_LINES)) {
    if (candidates.length >= MOST_CANDIDATES) break;
    const index = at.get(line) ?? 0;
    candidates.push(...inLine(text, line, hints, text.lines[index - 1], text.lines[index + 1]));
  }
  return candidates;
}

function inLine(
  text: RenderedText,
  line: Line,
  hints: PriceHints,
  previous: Line | undefined,
  next: Line | undefined,
): readonly PriceCandidate[] {
  if (BARE.test(line.text) && !isBarePrice(line)) return [];
  const prices = readPrices(line.text, hints);
  return prices.flatMap((price, index) => {
    const named = price.currencyText !== null;
    const element = elementAt(line, price);
    const region = element === null ? undefined : text.regions.get(element);
    if (element === null || region === undefined || !isPriceAmount(price.amount)) return [];
    if (!named && !(line.text.length <= MAX_SHORT_LINE_CHARS && isWrittenAsPrice(line, price, element)))
      return [];
    const from = Math.max(prices[index - 1]?.end ?? 0, line.text.lastIndexOf("\n", price.start) + 1);
    const to = prices[index + 1]?.start ?? line.text.length;
    const alone = line.text.length <= price.end - price.start + 14;
    return [
      {
        amount: price.amount,
        currency: price.currency,
        named,
        form: price.form,
        certain: price.certain,
        line,
        element,
        region,
        before: line.text.slice(Math.max(from, price.start - MAX_LABEL_CHARS), price.start).toLowerCase(),
        after: line.text.slice(price.end, Math.min(to, price.end + MAX_LABEL_CHARS)).toLowerCase(),
        last: prices[index + 1] === undefined,
        lineBefore: alone && isLabel(previous) ? labelFrom(previous, element) : "",
        lineAfter: alone && !/\p{Sc}/u.test(next?.text ?? "") ? labelFrom(next, element) : "",
      },
    ];
  });
}

const BARE = /^\s*[\s\p{Nd}.,:'’\u00a0\u202f–-]{1,16}\s*$/u;

/** Whether a line of digits alone can be a price; most are counts, sizes and years. */
const isBarePrice = (line: Line): boolean =>
  isNamedPrice(line.parts[0]?.element) ||
  DASHED.test(line.text) ||
  line.parts.some(({ element }) => areCents(element));

/** Whether a number without a currency is in an element named as a price, or in a form that only prices have. */
function isWrittenAsPrice(line: Line, price: ParsedPrice, element: Element): boolean {
  const digits = line.text.slice(price.start, price.end);
  if (isNamedPrice(element) || DASHED.test(digits)) return true;
  const cents = line.parts.some(
    ({ at, element: part }) => at > price.start && at < price.end && areCents(part),
  );
  return cents && /[.,]\d{2}$/.test(digits);
}

/** "499:-", "1 299,-", "49,–": a dash in place of the cents. */
const DASHED = /\d ?[.,:] ?[-–—]{1,2}\s*$/;

/** Whether a line may be the label of the price below it: it has no digits, or names a number of days or pieces. */
function isLabel(line: Line | undefined): boolean {
  const text = line?.text.toLowerCase() ?? "";
  return !/\p{Nd}/u.test(text) || LOWEST_LABEL.test(text) || QUANTITY_LABEL.test(text);
}

/**
 * Returns a neighbouring line without a price of its own as a label when it is short and in the same small part of
 * the page.
 */
function labelFrom(line: Line | undefined, element: Element): string {
  const [part] = line?.parts ?? [];
  if (line === undefined || part === undefined) return "";
  if (line.text.length > MAX_SHORT_LINE_CHARS && !LOWEST_LABEL.test(line.text.toLowerCase())) return "";
  const near = ancestorsOf(element, 4).slice(1);
  return ancestorsOf(part.element, 4)
    .slice(1)
    .some((one) => near.includes(one))
    ? line.text.toLowerCase()
    : "";
}

/** Whether the class names of the element or of its nearest ancestors contain a word for price. */
const isNamedPrice = (element: Element | undefined): boolean =>
  element !== undefined &&
  ancestorsOf(element, MAX_ANCESTORS).some((one) => isNamed(one, PRICE_NAME) && one.name !== "body");

/** Returns the element that contains the first digit of a parsed price. */
function elementAt(line: Line, price: ParsedPrice): Element | null {
  const offset = line.text.slice(price.start, price.end).search(/\p{Nd}/u);
  const at = price.start + Math.max(0, offset);
  let innermost: Element | null = null;
  for (const part of line.parts) if (part.at <= at) innermost = part.element;
  return innermost;
}
