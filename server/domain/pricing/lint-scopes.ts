import type { PolicyFinding } from "@/server/domain/pricing/lint-finding";
import { covers, isEmpty, mayOverlap } from "@/server/domain/pricing/match-sets";
import type { PolicyScope } from "@/server/domain/pricing/policy";
import { byPrecedence } from "@/server/domain/pricing/precedence";

/**
 * Returns findings about scopes that no item can match, and about pairs of equal precedence that one item could match.
 * What a scope leaves out itself is told by `lintExcepts`.
 */
export function lintScopes(scopes: readonly PolicyScope[], currency: string): PolicyFinding[] {
  return scopes.flatMap((scope, index) => {
    const path = `scopes.${index}`;
    const preceding = scopes.filter((other) => other !== scope && byPrecedence(other, scope) < 0);
    const covering = preceding.find((other) => covers(other.match, scope.match, currency));
    if (covering !== undefined || isEmpty(scope.match, currency))
      return [
        {
          level: "error" as const,
          path: `${path}.match`,
          code: "unreachable_scope",
          message: covering
            ? `Every item of "${scope.name}" falls under "${covering.name}" before it.`
            : `No price is in the band of "${scope.name}".`,
        },
      ];
    const rivals = scopes
      .slice(0, index)
      .filter((other) => byPrecedence(other, scope) === 0 && mayOverlap(other.match, scope.match, currency));
    return rivals.map((rival) => ({
      level: "error" as const,
      path,
      code: "tie",
      message: `An item may fall under "${rival.name}" and "${scope.name}", which are equally specific: give one a higher priority.`,
    }));
  });
}
