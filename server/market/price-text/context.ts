import * as words from "@/server/market/price-text/lexicon";
import type { PriceForm } from "@/server/market/price-text/reading";

/** The text between a price and the neighbouring numbers, without the price's currency. */
export type Neighbourhood = { readonly before: string; readonly after: string };

const NEAR = 34;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}~]/u;

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** The edge of a word: not between two letters or digits. */
const EDGE = "(?:(?<![\\p{L}\\d])|(?![\\p{L}\\d]))";

/**
 * Builds one expression for lower-case text from words separated by `|`: whole words, or substrings in scripts
 * without spaces. The edges enclose all words together, because an edge around each takes long to compile.
 */
function oneOf(list: string, shape: (alternatives: string) => string, flags = "u"): RegExp {
  const words = [...new Set(list.split("|"))]
    .sort((a, b) => b.length - a.length)
    .map((written) => written.toLowerCase());
  const either = (some: readonly string[]) => some.map(escaped).join("|");
  const spaced = either(words.filter((word) => !UNSPACED.test(word)));
  const unspaced = either(words.filter((word) => UNSPACED.test(word)));
  const whole = `${EDGE}(?:${spaced})${EDGE}`;
  return new RegExp(shape(unspaced === "" ? `(?:${whole})` : `(?:${whole}|${unspaced})`), flags);
}

const FILLERS = "(?:[\\s:.*(]|nur|only|just|seulement|solo|tylko|jen|kun|der|price|preis|za|zum preis von)*";
const anywhere = (list: string) => oneOf(list, (any) => any, "gu");
const directlyBefore = (list: string) => oneOf(list, (any) => `${any}${FILLERS}$`);
const directlyAfter = (list: string) => oneOf(list, (any) => `^[\\s*)]*${any}`);

const BEFORE: readonly (readonly [form: PriceForm, words: RegExp])[] = [
  ["was", anywhere(words.WAS)],
  ["saving", anywhere(words.SAVING)],
  ["instalment", anywhere(words.INSTALMENT)],
  ["extra", anywhere(words.EXTRA)],
  ["exact", anywhere(words.NOW)],
];
const AFTER: readonly (readonly [form: PriceForm, words: RegExp])[] = [
  ["instalment", directlyAfter(words.INSTALMENT_AFTER)],
  ["saving", directlyAfter(words.SAVING_AFTER)],
  ["extra", directlyAfter(words.EXTRA_AFTER)],
  ["from", directlyAfter(words.FROM_AFTER)],
];
const FROM = directlyBefore(words.FROM);
const UP_TO = directlyBefore(words.UP_TO);
const PER_MEASURE = oneOf(
  words.MEASURES,
  (any) => `^[\\s*)]*(?:/|per|pro|je|par|por|alla|al|za|pr\\.?|à|a|the) ?(?:10{0,3} ?)?${any}`,
);
const PER_NUMBER = oneOf(
  words.MEASURES,
  (any) => `(?:1|10|100|1000|1\\.000) ?${any}\\.? ?(?:=|:|-|kostet|für)? ?$`,
);
const UNIT_PRICE =
  /(?:grundpreis|base price|prix au (?:kilo|litre|kg)|prezzo al (?:kg|litro)|precio por (?:kilo|litro)|jämförpris|jmf-?pris|jfr|cena za (?:kg|litr|1 ?l|1 ?kg)|měrná cena|sammenligningspris|enhedspris|egységár)[^\d]*$/iu;
/**
 * "De R$ 199 por R$ 149", "van 20 voor 15": the words on both sides distinguish the former from the current price.
 */
const OLD_AND_NEW: readonly (readonly [before: RegExp, after: RegExp])[] = [
  [/(?<!\p{L})de:?\s*$/iu, /^[\s*,]*por(?!\p{L})/iu],
  [/(?<!\p{L})van:?\s*$/iu, /^[\s*,]*(?:nu )?voor(?!\p{L})/iu],
];
/** "VAT included", "IVA esclusa": said of the price before it, and no amount to add. */
const TAX_INCLUDED =
  /^[\s*(]*(?:vat|tax(?:es)?|gst|mwst\.?|ust\.?|tva|iva|btw|moms|mva|alv|dph|ddv|pdv|pvn|pvm|km|kdv|áfa|φπα|ндс|пдв|ддс)[\s:]*(?:is |are )?(?:exc|exkl|esclus|not |non |no inc|não |nicht |niet |hariç|inc|inkl|inb|enth|comp|medr|dahil|sisält|benne|w cenie|v cen[eě]|zahrnut|iekļ|įsk|включ|вкл|συμπ)/u;
/** "2 for $5", "3 für": a price for several. */
const SEVERAL =
  /(?:^|[^\p{L}\d.,])\d{1,2}(?: ?(?:for|für|pour|por|per|za|voor|för|за) (?:nur |only |just )?| ?\/)$/iu;
const INSTALMENT_COUNT = /(?:^|[^\p{L}\d])\d{1,2} ?(?:x|×)(?: de| a| à| of)?[\s:]*$/iu;

/**
 * Returns what a price with a currency is for, from the words beside it. Of the words before it the nearest one
 * counts. `whole` is the text before and after, including the numbers in it.
 */
export function formOf(near: Neighbourhood, whole: Neighbourhood): PriceForm {
  const before = near.before.slice(-NEAR).toLowerCase();
  const after = near.after.slice(0, NEAR).toLowerCase();
  const wholeBefore = whole.before.slice(-NEAR).toLowerCase();
  const wholeAfter = whole.after.slice(0, NEAR).toLowerCase();
  if (PER_MEASURE.test(wholeAfter) || UNIT_PRICE.test(wholeBefore)) return "per_unit";
  if (/[(=]\s*$|^\s*$/.test(before) && PER_NUMBER.test(wholeBefore)) return "per_unit";
  if (SEVERAL.test(wholeBefore)) return "bundle";
  if (OLD_AND_NEW.some(([left, right]) => left.test(before) && right.test(after))) return "was";
  if (INSTALMENT_COUNT.test(wholeBefore)) return "instalment";
  const behind = AFTER.find(([, expression]) => expression.test(after));
  if (behind && !(behind[0] === "extra" && TAX_INCLUDED.test(after))) return behind[0];
  const nearest = nearestForm(before);
  if (nearest !== "exact") return nearest;
  if (FROM.test(before)) return "from";
  return UP_TO.test(before) ? "up_to" : "exact";
}

function nearestForm(before: string): PriceForm {
  let nearest: PriceForm = "exact";
  let nearestEnd = -1;
  for (const [form, expression] of BEFORE) {
    for (const match of before.matchAll(expression)) {
      const end = match.index + match[0].length;
      if (end > nearestEnd) [nearest, nearestEnd] = [form, end];
    }
  }
  return nearest;
}

const BETWEEN = oneOf(words.BETWEEN, (any) => `^\\s*${any}\\s*$`);
/** Whether the text between two numbers makes them the ends of a range. */
export const isBetween = (text: string): boolean => BETWEEN.test(text.toLowerCase());

const NEUTRAL = oneOf([words.LABELS, words.NOW, words.FROM, words.UP_TO].join("|"), (any) => any, "gu");
/** Whether the words carry no information except that a price follows. */
export const isNeutral = (text: string): boolean =>
  !/[\p{L}#№@]/u.test(text.toLowerCase().replace(NEUTRAL, " "));

const FREE = oneOf(words.FREE, (any) => `^${any}$`);
const LABEL_BEFORE_FREE = oneOf([words.LABELS, words.NOW].join("|"), (any) => `^${any}[\\s:]+`);
/** Whether a line states only that the product is free. */
export const isFree = (line: string): boolean => {
  const trimmed = line
    .trim()
    .toLowerCase()
    .replace(/(?<![\s!.*])[\s!.*]+$/u, "");
  return FREE.test(trimmed) || FREE.test(trimmed.replace(LABEL_BEFORE_FREE, "").trim());
};

const RATING = oneOf(words.RATING_AFTER, (any) => `^\\s*${any}`);
const OUT_OF = oneOf(words.OUT_OF, (any) => `^\\s*${any}\\s*(?:5|6|10|100)(?!\\d|[.,]\\d)`);
const MONTHS = monthNames();

/** Whether a number without a currency of its own is something else: a percentage, rating, date, time, id, size. */
export function isDecoy(before: string, after: string): boolean {
  const behind = after.toLowerCase();
  return (
    /^\s*[%٪‰]/u.test(after) ||
    /%\s?$/u.test(before) ||
    RATING.test(behind) ||
    OUT_OF.test(behind) ||
    /(?:[#№+@]|\d[:/])\s?$/u.test(before) ||
    (/^(?::\d|\/\d|[\p{L}\d²³"'°])/u.test(after) &&
      !/^[\p{sc=Han}\p{sc=Thai}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(after)) ||
    (/(?:\p{L}|\p{L}[-_.])$/u.test(before) &&
      !UNSPACED.test(before.slice(-1)) &&
      !/\p{L}{2}\.$/u.test(before)) ||
    MONTHS.test(nearestWord(before).toLowerCase()) ||
    MONTHS.test(nextWord(after).toLowerCase())
  );
}

const nearestWord = (before: string): string => /(\p{L}+)[.,\s]*$/u.exec(before.slice(-NEAR))?.[1] ?? "";
const nextWord = (after: string): string => /^[.,\s]*(\p{L}+)/u.exec(after.slice(0, NEAR))?.[1] ?? "";

function monthNames(): RegExp {
  const locales = "en de fr es it pt pl cs sk nl sv da nb fi ru uk ro hu tr el bg hr sl lt lv et".split(" ");
  const names = locales.flatMap((locale) =>
    (["long", "short"] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(locale, { month, day: "numeric", timeZone: "UTC" });
      return Array.from({ length: 12 }, (_, index) =>
        format.formatToParts(Date.UTC(2024, index, 15)).find(({ type }) => type === "month"),
      ).map((part) => part?.value.replace(".", "") ?? "");
    }),
  );
  return new RegExp(
    `^(?:${[...new Set(names)].filter((name) => /^\p{L}{3,}$/u.test(name)).join("|")})$`,
    "iu",
  );
}
