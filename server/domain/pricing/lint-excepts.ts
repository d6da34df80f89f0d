import type { PolicyFinding } from "@/server/domain/pricing/lint-finding";
import { isEmpty, leavesNothing, mayOverlap } from "@/server/domain/pricing/match-sets";
import type { FullPolicy } from "@/server/domain/pricing/policy";
import type { Match } from "@/server/domain/pricing/policy-match";

/** Returns findings about scopes and limits that leave out all of their items, or none of them. */
export const lintExcepts = ({ scopes, limits = [], currency }: FullPolicy): PolicyFinding[] => [
  ...scopes.flatMap((scope, index) => findingsOf(`scopes.${index}`, scope, currency)),
  ...limits.flatMap((limit, index) => findingsOf(`limits.${index}`, limit, currency)),
];

function findingsOf(
  path: string,
  { name, match }: { readonly name: string; readonly match: Match },
  currency: string,
): PolicyFinding[] {
  const { except, ...conditions } = match;
  if (except === undefined) return [];
  const at = `${path}.match.except`;
  if (leavesNothing(match, currency)) {
    const message = `"${name}" is for nothing: every item that it is for is left out again.`;
    return [{ level: "error", path: at, code: "nothing_left", message }];
  }
  if (!isEmpty(except, currency) && mayOverlap(except, conditions, currency)) return [];
  const message = `"${name}" leaves out only items that it is not for anyway.`;
  return [{ level: "warning", path: at, code: "except_unused", message }];
}
