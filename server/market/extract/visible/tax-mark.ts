import type { PriceCandidate } from "@/server/market/extract/visible/price-candidate";

const TAX = String.raw`vat|tax(?:es)?|gst|mwst\.?|ust\.?|tva|iva|impuestos(?: nacionales)?|igv|btw|moms|mva|alv|dph|ddv|pdv|pvn|pvm|km|kdv|áfa|φπα|ндс|пдв|ддс`;

/** Builds a pattern of whole words in lower case: words before the name of a tax, behind it, and without one. */
const taxPattern = (before: string, behind: string, alone: string, unspaced: string): string =>
  `(?:(?<!\\p{L})(?:(?:${before})\\.? ?(?:${TAX})|(?:${TAX})[ :-]*(?:${behind})|${alone})(?!\\p{L})|${unspaced})`;

const WITHOUT = taxPattern(
  String.raw`ex|excl|excluding|without|before|plus|\+|zzgl|ohne|exkl|eks|ekskl|uden|utan|ilman|sin|sem|senza|bez|brez|fără|χωρίς|без|be`,
  String.raw`esclusa|excluíd[oa]|excluid[oa]|excl\.?|hariç|0 ?%|nélkül|ta|exclusive`,
  String.raw`excl\.?|excluding|netto|nettó|ht|hors tax\p{L}*|veroton`,
  "税抜|税別|本体価格|未税|不含税|未稅|부가세 ?별도",
);
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
