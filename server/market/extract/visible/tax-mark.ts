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
/** Not a weight, and not what is said of the delivery. */
const OF_THE_PRICE = String.raw`(?![\p{L}\d-])(?!\s*\d)(?!\.?\s*\p{L}*(?:versand|verzend|bezorg|ship|deliver|frakt|livraison|port|weight|gewicht))`;
const ALONE_BEHIND = new RegExp(
  String.raw`^[\s()*–-]*(?:excl\.?|netto(?:preis)?|nettó|h\.?t\.?|veroton|net)${OF_THE_PRICE}`,
  "u",
);
const ALONE_BEFORE =
  /(?<![\p{L}\d-])(?:excl\.?|netto(?:preis)?|nettó|h\.?t\.?|prix ht|prezzo netto|precio neto)\s*:?\s*$/u;
const WITH_BEFORE = String.raw`inc|incl|including|inclusive of|inkl|inklusive|avec|con|com|s|z|cu|με|с`;
const WITH_BEHIND = String.raw`inclus[ao]|inclu[ií]d[oa]|included|incl\.?|dahil|compris\p{L}*|enthalten|inbegrepen`;
const WITH_UNSPACED = "税込|含税|含稅|부가세 ?포함";
const WITH = taxPattern(
  WITH_BEFORE,
  WITH_BEHIND,
  String.raw`incl\.?|inkl\.?|brutto|bruttó|ttc`,
  WITH_UNSPACED,
);
/** The same with the name of a tax: "incl." alone is mostly said of the delivery or of accessories. */
const WITH_NAMED = new RegExp(taxPattern(WITH_BEFORE, WITH_BEHIND, "ttc", WITH_UNSPACED), "u");
const WITH_ALONE_BEHIND = new RegExp(
  String.raw`^[\s()*–-]*(?:(?:incl|inkl)\.?(?=[\s)*|/·,;]*$)|(?:brutto(?:preis)?|bruttó)${OF_THE_PRICE})`,
  "u",
);
const WITH_ALONE_BEFORE = /(?<![\p{L}\d-])(?:brutto(?:preis)?|bruttó)\s*:?\s*$/u;
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
export function taxMark(candidate: PriceCandidate): Mark {
  const { label, behind } = beside(candidate);
  const [left, right] = [markOf(BEFORE, label), markOf(BEHIND, behind)];
  if (left !== null && right !== null) return candidate.last ? right : left;
  return left ?? right ?? markOf(ANYWHERE, `${label} ${behind}`);
}

/** The texts on both sides of an amount that are about this one. */
const beside = ({ before, after, lineBefore, last, line }: PriceCandidate) => ({
  label: before.trim() === "" ? lineBefore : before,
  behind: !last && ENDS_WITH_AMOUNT.test(line.text) ? "" : after,
});

/** Words about the prices of the whole shop. */
const ALL_PRICES =
  /(?<!\p{L})(?:all(?:e|er)? (?:our |unsere )?(?:prices?|preise|prijzen|priser)|(?:unsere )?preise (?:sind|verstehen sich)|prices (?:are|shown|listed|displayed|exclude|do not include)|tous (?:les|nos) prix|(?:todos )?(?:los|nuestros|os|nossos) (?:precios|preços)|tutti i prezzi|i prezzi (?:sono|si intendono)|wszystkie ceny|ceny (?:są|jsou|uvedené))(?!\p{L})/u;
const LONGEST_NOTE = 200;

/** What words say of the tax of a price; "unclear" where they may be about something else, or say both. */
export type TaxWords = { readonly mark: "without" | "with" | "unclear"; readonly words: string };

/**
 * Returns what a page's words say of the tax of a price: those beside it, in the lines around it, or of all prices of
 * the page; null when they say nothing. Words that may speak of delivery or weight do not count.
 * @param lines the page's lines
 */
export function taxWords(candidate: PriceCandidate, lines: readonly Line[]): TaxWords | null {
  const { line } = candidate;
  const at = lines.indexOf(line);
  const own = ownWords(candidate, lines[at - 1]);
  if (own?.mark === "with" || own?.mark === "without") return own;
  const around = [lines[at + 1], lines[at - 1], lines[at + 2]];
  const noted = noteIn(around) ?? noteIn(lines.filter(({ text }) => ALL_PRICES.test(text.toLowerCase())));
  return own === null || noted?.mark === "with" ? noted : own;
}

/** What the words beside an amount say. @param above the line above, which may be its label */
function ownWords(candidate: PriceCandidate, above: Line | undefined): TaxWords | null {
  const { line, before, lineBefore } = candidate;
  const { label, behind } = beside(candidate);
  const isLabelled = before.trim() === "" && lineBefore !== "";
  const words = isLabelled ? `${above?.text ?? ""} ${line.text}` : line.text;
  const isAlone = WITH_ALONE_BEHIND.test(behind) || WITH_ALONE_BEFORE.test(label);
  if (taxMark(candidate) === "with")
    return { mark: isAlone || WITH_NAMED.test(`${label} ${behind}`) ? "with" : "unclear", words };
  const isNamed = WITHOUT_NAMED.test(`${before} ${behind}`);
  if (isNamed || ALONE_BEHIND.test(behind) || ALONE_BEFORE.test(before))
    return { mark: "without", words: line.text };
  return isAlone ? { mark: "with", words } : null;
}

/** An unclear line gives way to a later one that says clearly that the tax is in the price. */
function noteIn(lines: readonly (Line | undefined)[]): TaxWords | null {
  let first: TaxWords | null = null;
  for (const line of lines) {
    const text = line?.text.toLowerCase() ?? "";
    if (text === "" || text.length > LONGEST_NOTE || AMOUNT.test(text)) continue;
    const isWithout = WITHOUT_NAMED.test(text);
    const isWith = ANYWHERE.with.test(text);
    if (!isWith && !isWithout) continue;
    const mark = !isWith ? "without" : !isWithout && WITH_NAMED.test(text) ? "with" : "unclear";
    const said = { mark, words: line?.text ?? "" } as const;
    if (mark === "with" && first?.mark !== "without") return said;
    first ??= said;
  }
  return first;
}

/** A line with an amount speaks of that one. */
const AMOUNT = /\p{Sc}\s?\d|\d\s?\p{Sc}|\d[.,]\d{2}(?!\d)/u;

/** Whether a text that a person has selected says that its price is without tax. */
export const saysWithoutTax = (text: string): boolean =>
  WITHOUT_NAMED.test(text.toLowerCase()) || /\d\s*\p{Sc}?\s*(?:excl\.?|h\.?t\.?|netto)\s*$/iu.test(text);

/** Whether a text that a person has selected says that its price includes tax. */
export const saysWithTax = (text: string): boolean => WITH_NAMED.test(text.toLowerCase());
