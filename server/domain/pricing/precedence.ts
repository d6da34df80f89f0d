import type { ScopeMatch } from "@/server/domain/pricing/policy";

/**
 * Returns the number of conditions of a scope: each list counts as one, a band with one end or two as one, and what is
 * left out as one, whatever its conditions.
 */
const criteria = ({ match: { price_from, price_to, stock_from, stock_to, ...others } }: ScopeMatch): number =>
  [price_from ?? price_to, stock_from ?? stock_to, ...Object.values(others)].filter(
    (value) => value !== undefined,
  ).length;

/**
 * Compares scopes by precedence: more conditions first, then the higher priority. Negative when `a` comes first, 0
 * when the order in the document decides.
 */
export const byPrecedence = (a: ScopeMatch, b: ScopeMatch): number =>
  criteria(b) - criteria(a) || (b.priority ?? 0) - (a.priority ?? 0);

/** Returns the indexes of scopes in the order in which they are tried; of equal ones the earlier comes first. */
export const orderOfScopes = (scopes: readonly ScopeMatch[]): number[] =>
  scopes
    .map((scope, index) => ({ scope, index }))
    .sort((a, b) => byPrecedence(a.scope, b.scope) || a.index - b.index)
    .map(({ index }) => index);
