import { countByMatch } from "@/server/db/policy/scope-counts";
import { DomainError } from "@/server/domain/errors";
import { AmountError } from "@/server/domain/money";
import { type CompiledMatch, compileMatch } from "@/server/domain/pricing/engine";
import type { ScopeMatch } from "@/server/domain/pricing/policy";
import { orderOfScopes } from "@/server/domain/pricing/precedence";
import type { RequestContext } from "../request-context";
import { readTransaction } from "../transaction";

/**
 * Counts the active items that each scope of a draft would match, and those that no scope matches.
 * @param currency of the price bands
 * @returns one count per scope, in the given order; an item counts for the one scope whose rules would apply to it
 * @throws DomainError validation_error when a price band is not an amount of the currency
 */
export async function countScopeItems(
  context: RequestContext,
  { scopes, currency }: { readonly scopes: readonly ScopeMatch[]; readonly currency: string },
): Promise<{ scopes: number[]; rest: number }> {
  const order = orderOfScopes(scopes);
  const matches = order.flatMap((index) => {
    const scope = scopes[index];
    return scope === undefined ? [] : [readMatch(scope, currency, index)];
  });
  const counts = await readTransaction(context, (tx) => countByMatch(tx, matches));
  const byScope = new Map(order.map((index, position) => [index, counts[position] ?? 0]));
  return { scopes: scopes.map((_, index) => byScope.get(index) ?? 0), rest: counts.at(-1) ?? 0 };
}

function readMatch(scope: ScopeMatch, currency: string, index: number): CompiledMatch {
  try {
    return compileMatch(scope.match, currency);
  } catch (error) {
    if (!(error instanceof AmountError)) throw error;
    throw new DomainError("validation_error", "A price band is no amount of the currency.", {
      issues: [{ path: `scopes.${index}.match`, code: "bad_amount", message: error.message }],
    });
  }
}
