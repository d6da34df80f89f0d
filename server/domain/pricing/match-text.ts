import type { Conditions, Match } from "@/server/domain/pricing/policy-match";
import { moneyText } from "@/server/domain/pricing/policy-text";

/**
 * Describes the items that a scope or a limit matches in a phrase; empty for a match without conditions.
 * @param currency of its prices
 */
export function matchText({ except, ...conditions }: Match, currency: string): string {
  const texts = conditionTexts(conditions, currency);
  if (except === undefined) return texts.join("; ");
  const leftOut = `except ${conditionTexts(except, currency).join(" with ")}`;
  return texts.length === 0 ? `all items ${leftOut}` : [...texts, leftOut].join("; ");
}

const conditionTexts = (given: Conditions, currency: string): string[] => [
  ...listText("SKU", given.skus, "or"),
  ...listText("tag", given.tags, "or"),
  ...listText("tags", given.all_tags, "and"),
  ...listText("category", given.categories, "or"),
  ...listText("brand", given.brands, "or"),
  ...bandText("price", given.price_from, given.price_to).map((text) => moneyText(text, currency)),
  ...bandText("stock", given.stock_from, given.stock_to),
];

const listText = (label: string, names: readonly string[] | undefined, word: "or" | "and"): string[] =>
  names === undefined ? [] : [`${label} ${names.join(` ${word} `)}`];

function bandText<T extends string | number>(
  label: string,
  from: T | undefined,
  to: T | undefined,
): string[] {
  if (from === undefined) return to === undefined ? [] : [`${label} below ${to}`];
  return [to === undefined ? `${label} from ${from}` : `${label} from ${from} to below ${to}`];
}
