import type { PolicyScope } from "@/server/domain/pricing/policy";

type Given = Pick<PolicyScope, "match" | "priority">;

/** How much a scope asks: each list counts once, and so does a price band, whether it has one end or two. */
const criteria = ({ match }: Given): number =>
  [match.tags, match.categories, match.brands, match.price_from ?? match.price_to].filter(
    (value) => value !== undefined,
  ).length;

/**
 * Orders scopes by which goes first: the one that asks for more, of equals the one with the higher priority. Negative
 * when `a` does, 0 when the document's order has to tell.
 */
export const byPrecedence = (a: Given, b: Given): number =>
  criteria(b) - criteria(a) || (b.priority ?? 0) - (a.priority ?? 0);
