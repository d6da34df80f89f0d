import { parseAmount } from "@/server/domain/money";
import type { ScopeSubject } from "@/server/domain/pricing/inputs";
import type { Conditions, Match } from "@/server/domain/pricing/policy-match";

/** What items have to meet, all of it; null means no condition. Of one list any value is enough, except `allTags`. */
export type CompiledConditions = {
  readonly skus: ReadonlySet<string> | null;
  readonly tags: ReadonlySet<string> | null;
  readonly allTags: readonly string[] | null;
  readonly categories: ReadonlySet<string> | null;
  readonly brands: ReadonlySet<string> | null;
  readonly priceFrom: bigint | null;
  readonly priceTo: bigint | null;
  readonly stockFrom: number | null;
  readonly stockTo: number | null;
};

/** Which items a scope or a limit applies to: those that meet its conditions, and not those of `except`. */
export type CompiledMatch = CompiledConditions & { readonly except: CompiledConditions | null };

/**
 * Compiles the conditions of a scope or a limit to exact numbers; amounts are of `currency`.
 * @throws AmountError when the end of a price band is no amount of the currency
 */
export const compileMatch = ({ except, ...conditions }: Match, currency: string): CompiledMatch => ({
  ...compileConditions(conditions, currency),
  except: except === undefined ? null : compileConditions(except, currency),
});

function compileConditions(given: Conditions, currency: string): CompiledConditions {
  const names = (list: string[] | undefined) => (list === undefined ? null : new Set(list));
  const amount = (text: string | undefined) => (text === undefined ? null : parseAmount(text, currency));
  return {
    skus: names(given.skus),
    tags: names(given.tags),
    allTags: given.all_tags ?? null,
    categories: names(given.categories),
    brands: names(given.brands),
    priceFrom: amount(given.price_from),
    priceTo: amount(given.price_to),
    stockFrom: given.stock_from ?? null,
    stockTo: given.stock_to ?? null,
  };
}

/** Whether a scope or a limit applies to an item. */
export const matches = (match: CompiledMatch, item: ScopeSubject): boolean =>
  meets(match, item) && (match.except === null || !meets(match.except, item));

/** Bands are half-open: [from, to). What is unknown meets no condition, and no condition of `except` either. */
function meets(conditions: CompiledConditions, item: ScopeSubject): boolean {
  const { skus, tags, allTags, categories, brands, priceFrom, priceTo } = conditions;
  return (
    isOneOf(item.sku, skus) &&
    (tags === null || item.tags.some((tag) => tags.has(tag))) &&
    (allTags === null || allTags.every((tag) => item.tags.includes(tag))) &&
    isOneOf(item.category, categories) &&
    isOneOf(item.brand, brands) &&
    isWithin(item.price, priceFrom, priceTo) &&
    isWithin(item.stock, conditions.stockFrom, conditions.stockTo)
  );
}

const isOneOf = (name: string | null, names: ReadonlySet<string> | null): boolean =>
  names === null || (name !== null && names.has(name));

const isWithin = <T extends bigint | number>(figure: T | null, from: T | null, to: T | null): boolean =>
  (from === null || (figure !== null && figure >= from)) && (to === null || (figure !== null && figure < to));
