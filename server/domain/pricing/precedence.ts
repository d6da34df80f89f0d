import type { ScopeMatch } from "@/server/domain/pricing/policy";

/** How much a scope asks: each list counts once, and so does a price band, whether it has one end or two. */
const criteria = ({ match }: ScopeMatch): number =>
  [match.tags, match.categories, match.brands, match.price_from ?? match.price_to].filter(
    (value) => value !== undefined,
  ).length;

/**
 * Orders scopes by which goes first: the one that asks for more, of equals the one with the higher priority. Negative
 * when `a` does, 0 when the document's order has to tell.
 */
export const byPrecedence = (a: ScopeMatch, b: ScopeMatch): number =>
  criteria(b) - criteria(a) || (b.priority ?? 0) - (a.priority ?? 0);
