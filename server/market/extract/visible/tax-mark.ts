import type { Line } from "@/server/market/extract/document/lines";
import type { PriceCandidate } from "@/server/market/extract/visible/price-candidate";

const TAX = String.raw`vat|tax(?:es)?|gst|mwst\.?|ust\.?|tva|iva|impuestos(?: nacionales)?|igv|btw|moms|mva|alv|dph|ddv|pdv|pvn|pvm|km|kdv|áfa|φπα|ндс|пдв|ддс`;

/** "zzgl. 19 % MwSt.", "plus the VAT", "zzgl. gesetzl. MwSt." */
const RATE = String.raw`(?:\d{1,2}(?:[.,]\d)? ?% ?)?(?:(?:der |the |la |de )?(?:gesetzl(?:iche[rn]?|\.)? ?)?)`;
/** Builds a pattern of whole words in lower case: words before the name of a tax, behind it, and without one. */
const taxPattern = (before: string, behind: string, alone: string, unspaced: string): string =>
  `(?:(?<!\\p{L})(?:(?:${before})\\.? ?${RATE}(?:${TAX})|(?:${TAX})[ :-]*(?:${behind})${alone === "" ? "" : `|${alone}`})(?!\\p{L})|${unspaced})`;

const WITHOUT_BEFORE = String.raw`ex|exc|excl|excluding|excludes|exclusive of|not including|without|before|plus|\+|zzgl|ohne|exkl|eks|ekskl|uden|utan|ilman|sin|sem|senza|bez|brez|fără|χωρίς|без|be|hors|más|mais|più|s/|exclusief`;
const WITHOUT_BEHIND = String.raw`esclusa|excluíd[oa]|excluid[oa]|excl\.?|hariç|0 ?%|nélkül|ta|exclusive|extra|not included|not incl\.?|no incluid[oa]|não incluíd[oa]|non inclus[ao]|non compris\p{L}*|nicht enthalten|niet inbegrepen`;
const WITHOUT_UNSPACED = "税抜|税別|本体価格|未税|不含税|未稅|부가세 ?별도";
const WITHOUT = taxPattern(
  WITHOUT_BEFORE,
  WITHOUT_BEHIND,
  String.raw`excl\.?|excluding|netto|nettó|ht|hors tax\p{L}*|veroton`,
  WITHOUT_UNSPACED,
);
/** The same with the name of a tax: "excl." alone may be said of the delivery, and "netto" of a weight. */
const WITHOUT_NAMED = new RegExp(
  taxPattern(WITHOUT_BEFORE, WITHOUT_BEHIND, String.raw`hors tax\p{L}*`, WITHOUT_UNSPACED),
  "u",
);
const ALONE_BEHIND =
  /^[\s()*–-]*(?:excl\.?|netto(?:preis)?|nettó|h\.?t\.?|veroton|net)(?![\p{L}\d-])(?!\s*\d)(?!\.?\s*\p{L}*(?:versand|verzend|bezorg|ship|deliver|frakt|livraison|port|weight|gewicht))/u;
const ALONE_BEFORE =
  /(?<![\p{L}\d-])(?:excl\.?|netto(?:preis)?|nettó|h\.?t\.?|prix ht|prezzo netto|precio neto)\s*:?\s*$/u;
const WITH = taxPattern(
  String.raw`inc|incl|including|inclusive of|inkl|inklusive|avec|con|com|s|z|cu|με|с`,
  String.raw`inclus[ao]|inclu[ií]d[oa]|included|incl\.?|dahil|compris\p{L}*|enthalten|inbegrepen`,
  String.raw`incl\.?|inkl\.?|brutto|bruttó|ttc`,
  "税込|含税|含稅|부가세 ?포함",
);
const ending = (pattern: string): RegExp => new RegExp(`${pattern}[\\s:]*$`, "u");
const beginning = (pattern: string): RegExp =>
  new RegExp(`^[\\s()（,;·|*:–-]*(?:prix |price |preis )?${pattern}`, "u");

const BEFORE = { without: ending(WITHOUT), with: ending(WITH) };
const BEHIND = { without: beginning(WITHOUT), with: beginning(WITH) };
const ANYWHERE = { without: new RegExp(WITHOUT, "u"), with: new RegExp(WITH, "u") };

type Mark = "without" | "with" | null;
const markOf = (patterns: typeof BEFORE, text: string): Mark =>
  patterns.without.test(text) ? "without" : patterns.with.test(text) ? "with" : null;

/** A line that ends with an amount has the words before its amounts. */
const ENDS_WITH_AMOUNT = /(?:\d|[-–]|\p{Sc}|\d\s?\p{L}{1,4}\.?)[\s)]*$/u;

/**
 * Returns whether the text beside an amount says that it is without a tax, or with it; null when it says neither. Of
 * two amounts in one line, each takes the words directly beside it, all before or all behind them.
 */
export function taxMark({ before, after, lineBefore, last, line }: PriceCandidate): Mark {
  const label = before.trim() === "" ? lineBefore : before;
  const behind = !last && ENDS_WITH_AMOUNT.test(line.text) ? "" : after;
  const [left, right] = [markOf(BEFORE, label), markOf(BEHIND, behind)];
  if (left !== null && right !== null) return last ? right : left;
  return left ?? right ?? markOf(ANYWHERE, `${label} ${behind}`);
}

/** Words about the prices of the whole shop. */
const ALL_PRICES =
  /(?<!\p{L})(?:all(?:e|er)? (?:our |unsere )?(?:prices?|preise|prijzen|priser)|(?:unsere )?preise (?:sind|verstehen sich)|prices (?:are|shown|listed|displayed|exclude|do not include)|tous (?:les|nos) prix|(?:todos )?(?:los|nuestros|os|nossos) (?:precios|preços)|tutti i prezzi|i prezzi (?:sono|si intendono)|wszystkie ceny|ceny (?:są|jsou|uvedené))(?!\p{L})/u;
const LONGEST_NOTE = 200;

/**
 * Returns what a page's words say of the tax of a price: those beside it, in the lines around it, or of all prices of
 * the page; null when they say nothing. Words that may speak of delivery or weight do not count.
 * @param lines the page's lines
 */
export function taxWords(
  candidate: PriceCandidate,
  lines: readonly Line[],
): { readonly mark: "without" | "with"; readonly words: string } | null {
  const { line, before, after, last } = candidate;
  if (taxMark(candidate) === "with") return { mark: "with", words: line.text };
  const behind = !last && ENDS_WITH_AMOUNT.test(line.text) ? "" : after;
  const isNamed = WITHOUT_NAMED.test(`${before} ${behind}`);
  if (isNamed || ALONE_BEHIND.test(behind) || ALONE_BEFORE.test(before))
    return { mark: "without", words: line.text };
  const at = lines.indexOf(line);
  const around = [lines[at + 1], lines[at - 1], lines[at + 2]];
  return noteIn(around) ?? noteIn(lines.filter(({ text }) => ALL_PRICES.test(text.toLowerCase())));
}

function noteIn(lines: readonly (Line | undefined)[]) {
  for (const line of lines) {
    const text = line?.text.toLowerCase() ?? "";
    if (text === "" || text.length > LONGEST_NOTE || AMOUNT.test(text)) continue;
    const mark = ANYWHERE.with.test(text) ? "with" : WITHOUT_NAMED.test(text) ? "without" : null;
    if (mark !== null) return { mark, words: line?.text ?? "" } as const;
  }
  return null;
}

/** A line with an amount speaks of that one. */
const AMOUNT = /\p{Sc}\s?\d|\d\s?\p{Sc}|\d[.,]\d{2}(?!\d)/u;

/** Whether a text that a person has selected says that its price is without tax. */
export const saysWithoutTax = (text: string): boolean =>
  WITHOUT_NAMED.test(text.toLowerCase()) || /\d\s*\p{Sc}?\s*(?:excl\.?|h\.?t\.?|netto)\s*$/iu.test(text);
