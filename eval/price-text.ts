/**
 * Counts the price texts of a file that are parsed correctly: `npm run eval:price-text -- FILE`. The file is a JSON
 * list of `{ price_text, currency_hint, decimal_separator, expected_amount, expected_currency, xfail }`: the text of
 * a price, a text found near it, and the expected result; amounts compare as decimals, currencies by their names.
 * Texts marked `xfail` are counted separately. Prints wrong results; the last output line is the figures as JSON.
 */
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { nameAnywhere } from "@/server/market/price-text/currency-match";
import { readPrice, readPrices } from "@/server/market/price-text/read-price";
import type { ParsedPrice } from "@/server/market/price-text/reading";

const Case = z.object({
  price_text: z.string().nullable(),
  currency_hint: z.string().nullish(),
  decimal_separator: z.enum([".", ","]).nullish(),
  expected_amount: z.string().nullable(),
  expected_currency: z.string().nullish(),
  xfail: z.boolean().default(false),
});
type Case = z.infer<typeof Case>;

/** Parses a text. The cases expect an amount even where it is only a saving, so a lone saving counts as the price. */
function read({ price_text, currency_hint, decimal_separator }: Case): ParsedPrice | null {
  const text = price_text ?? "";
  const hints = { nearbyText: currency_hint ?? null, decimalSeparator: decimal_separator ?? null };
  return readPrice(text, hints) ?? readPrices(text, hints)[0] ?? null;
}

function isRight(wanted: Case, found: ParsedPrice | null): boolean {
  if (wanted.expected_amount === null || found === null) return wanted.expected_amount === found;
  return sameDecimal(wanted.expected_amount, found.amount) && sameCurrency(wanted.expected_currency, found);
}

const sameDecimal = (left: string, right: string): boolean => canonical(left) === canonical(right);

function canonical(decimal: string): string {
  const [whole = "", fraction = ""] = decimal.split(".");
  return `${whole.replace(/^0+(?=\d)/, "") || "0"}.${fraction.replace(/0+$/, "")}`;
}

/** Two currency names are equal if they are spelled alike or can denote the same currencies. */
function sameCurrency(wanted: string | null | undefined, found: ParsedPrice): boolean {
  if (!wanted || found.currencyText === null) return !wanted === (found.currencyText === null);
  const bare = (name: string) => name.replace(/[\s.]/gu, "").toLowerCase();
  if (bare(wanted) === bare(found.currencyText)) return true;
  const [named, ours] = [nameAnywhere(wanted), nameAnywhere(found.currencyText)];
  return named !== null && ours !== null && named.codes.length > 0 && sameCodes(named.codes, ours.codes);
}

const sameCodes = (left: readonly string[], right: readonly string[]): boolean =>
  [...left].sort().join() === [...right].sort().join();

const file = process.argv[2];
if (file === undefined) throw new Error("Which file of price texts?");
const cases = z.array(Case).parse(JSON.parse(await readFile(file, "utf8")));
const figures = { right: 0, wrong: 0, xfail_right: 0, xfail_wrong: 0, texts: cases.length };
for (const wanted of cases) {
  const found = read(wanted);
  const right = isRight(wanted, found);
  if (wanted.xfail) figures[right ? "xfail_right" : "xfail_wrong"] += 1;
  else figures[right ? "right" : "wrong"] += 1;
  if (right) continue;
  const [text, hint] = [JSON.stringify(wanted.price_text), JSON.stringify(wanted.currency_hint ?? null)];
  const expected = `${wanted.expected_amount ?? "nothing"} ${wanted.expected_currency ?? ""}`;
  const got = found === null ? "nothing" : `${found.amount} ${found.currencyText ?? ""}`;
  console.log(
    `${wanted.xfail ? "xfail " : "WRONG "}${text} beside ${hint}: expected ${expected}, read ${got}`,
  );
}
console.log(JSON.stringify(figures));
