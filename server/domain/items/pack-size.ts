import { lowest, type Ratio } from "@/server/domain/ratio";

/** The dimension of a pack's contents; "piece" when the text gives only a number. */
export type PackDimension = "mass" | "volume" | "length" | "area" | "piece";

/**
 * A parsed pack size: `count` pieces of `each`, in milligrams, millilitres, millimetres or square millimetres, or 1
 * when the pieces have no measure.
 */
export type PackSize = { readonly count: bigint; readonly each: Ratio; readonly dimension: PackDimension };

/** Whether two packs have the same contents: "unknown" when one of them is missing or cannot be parsed. */
export type PackMatch = "same" | "different" | "unknown";

/** Maximum length of a stored pack size, in characters. */
export const PACK_SIZE_LENGTH = 100;

type Unit = {
  readonly dimension: PackDimension;
  readonly num: bigint;
  readonly den: bigint;
  readonly sign: string;
};

const unit = (dimension: PackDimension, sign: string, num: bigint, den = 1n): Unit => ({
  dimension,
  sign,
  num,
  den,
});

const MEASURES: Readonly<Record<string, Unit>> = {
  mg: unit("mass", "mg", 1n),
  g: unit("mass", "g", 1_000n),
  kg: unit("mass", "kg", 1_000_000n),
  oz: unit("mass", "oz", 28_349_523_125n, 1_000_000n),
  lb: unit("mass", "lb", 45_359_237n, 100n),
  ml: unit("volume", "ml", 1n),
  cl: unit("volume", "cl", 10n),
  dl: unit("volume", "dl", 100n),
  l: unit("volume", "l", 1_000n),
  "fl oz": unit("volume", "fl oz", 295_735_295_625n, 10_000_000_000n),
  mm: unit("length", "mm", 1n),
  cm: unit("length", "cm", 10n),
  m: unit("length", "m", 1_000n),
  m2: unit("area", "m²", 1_000_000n),
};

const OTHER_NAMES: Readonly<Record<string, string>> = {
  gr: "g",
  gram: "g",
  grams: "g",
  gramm: "g",
  kilo: "kg",
  kilogram: "kg",
  kilograms: "kg",
  lbs: "lb",
  pound: "lb",
  pounds: "lb",
  ounce: "oz",
  ounces: "oz",
  "fl. oz": "fl oz",
  floz: "fl oz",
  lt: "l",
  ltr: "l",
  liter: "l",
  liters: "l",
  litre: "l",
  litres: "l",
  meter: "m",
  meters: "m",
  metre: "m",
  metres: "m",
  "m²": "m2",
  qm: "m2",
  sqm: "m2",
};

const PIECES = new Set(
  `x ct count pc pcs piece pieces pack packs pk unit units bottle bottles can cans jar jars box boxes bag bags tin tins
   roll rolls sachet sachets sheet sheets tablet tablets capsule capsules pair pairs er er-pack st st. stk stck stück
   dose dosen flasche flaschen packung packungen paar rollen blatt teilig pièces pz uds`.split(/\s+/),
);

const FACTOR = /^(\d+(?:[.,]\d+)?)\s*(.*)$/;
const THOUSANDS = /^[1-9]\d{0,2}[.,]\d{3}$/;

/**
 * Parses a pack size as sellers write it: "6 x 0.33 l", "500 g", "12", "pack of 6", "330 ml × 24", "6er Pack".
 * Returns null for any other text, and for "1.500 g", which means 1.5 grams in some countries and 1500 grams in
 * others.
 */
export function readPackSize(text: string): PackSize | null {
  const plain = plainText(text)
    .replace(/^(?:pack|set|box|case|bag) of /, "")
    .replace(/(\d)\s*-\s*(?=[a-z])/g, "$1 ")
    .replace(/ of (?=\d)/g, " x ");
  let count = 1n;
  let measured: { each: Ratio; dimension: PackDimension } | null = null;
  const factors = factorsOf(plain);
  if (factors.length === 0) return null;
  for (const part of factors) {
    const factor = readFactor(part);
    if (factor === null) return null;
    if (factor.dimension === "piece") count *= factor.amount.num;
    else if (measured === null) measured = { each: factor.amount, dimension: factor.dimension };
    else return null;
  }
  if (count === 0n || measured?.each.num === 0n) return null;
  return { count, ...(measured ?? { each: { num: 1n, den: 1n }, dimension: "piece" as const }) };
}

/**
 * Compares two pack sizes as written. Measures within one per cent are the same, because labels round ounces. A pack
 * of pieces without a measure differs from a measured one when the counts differ; with equal counts the result is
 * unknown.
 */
export function comparePacks(left: string | null, right: string | null): PackMatch {
  if (left === null || right === null) return "unknown";
  if (left === right || plainText(left) === plainText(right)) return "same";
  const [a, b] = [readPackSize(left), readPackSize(right)];
  if (a === null || b === null) return "unknown";
  if (a.count !== b.count) return "different";
  if (a.dimension !== b.dimension) {
    return a.dimension === "piece" || b.dimension === "piece" ? "unknown" : "different";
  }
  const [first, second] = [a.each.num * b.each.den, b.each.num * a.each.den];
  const difference = first < second ? second - first : first - second;
  return difference * 100n <= (first < second ? second : first) ? "same" : "different";
}

const plainText = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s\u200b]+/g, " ")
    .trim();

/** "6 bottles x 0.33 l" → "6 bottles", "0.33 l"; a measure directly after a count is a factor of its own. */
const factorsOf = (plain: string): string[] =>
  plain
    .replace(/(\d)\s*[x×*]\s*(?=\d|$)/g, "$1|")
    .replace(/([a-z.²2])\s+[x×*]\s*(?=\d)/g, "$1|")
    .replace(/(\p{L})\s+(?=\d)/gu, "$1|")
    .split("|")
    .map((part) => part.trim())
    .filter((part) => part !== "");

function readFactor(part: string): { amount: Ratio; dimension: PackDimension } | null {
  const match = FACTOR.exec(part);
  if (match === null) return null;
  const [, digits = "", name = ""] = match;
  if (THOUSANDS.test(digits)) return null;
  const [whole = "", fraction = ""] = digits.split(/[.,]/);
  if (whole.length + fraction.length > 12) return null;
  const number = { num: BigInt(whole + fraction), den: 10n ** BigInt(fraction.length) };
  const unitName = OTHER_NAMES[name] ?? name;
  const measure = Object.hasOwn(MEASURES, unitName) ? MEASURES[unitName] : undefined;
  if (measure !== undefined) {
    const amount = lowest(number.num * measure.num, number.den * measure.den);
    return { amount, dimension: measure.dimension };
  }
  const pieces = name === "" || name.split(" ").every((word) => PIECES.has(word));
  return pieces && fraction === "" ? { amount: number, dimension: "piece" } : null;
}
