import { asksForCostFloor } from "@/server/domain/pricing/cost-floors";
import { compileMarginFactors } from "@/server/domain/pricing/engine/compile";
import { lintExcepts } from "@/server/domain/pricing/lint-excepts";
import type { PolicyFinding, RuleFinding } from "@/server/domain/pricing/lint-finding";
import { lintLanes } from "@/server/domain/pricing/lint-lanes";
import { lintRounding } from "@/server/domain/pricing/lint-rounding";
import { lintRules } from "@/server/domain/pricing/lint-rules";
import { lintScopes } from "@/server/domain/pricing/lint-scopes";
import { covers, mayOverlap } from "@/server/domain/pricing/match-sets";
import type {
  FullPolicy,
  FullRules,
  PolicyDocument,
  PolicyLimit,
  PolicyScope,
} from "@/server/domain/pricing/policy";
import { resolvePolicy, resolveRules } from "@/server/domain/pricing/resolve";
import { parseRatio } from "@/server/domain/ratio";

/**
 * Returns the problems of a document that `readPolicyDocument` accepted: scopes of equal rank or that are never
 * reached, scopes and limits that leave out all of their items, limits that ask for nothing, contradicting rules,
 * endings that no price of their band has, gates that refuse everything, unprotected prices, and lanes without effect
 * or with too few limits. Sorted by position in the document, errors and warnings mixed; empty when there are none.
 */
export function lintPolicy(document: PolicyDocument): readonly PolicyFinding[] {
  const policy = resolvePolicy(document);
  return [
    ...lintVatAndFees(policy),
    ...lintScopes(policy.scopes, policy.currency),
    ...lintExcepts(policy),
    ...policy.scopes.flatMap((scope, index) => lintScope(scope, index, policy)),
    ...lintLimits(policy.limits ?? []),
    ...lintDirections(policy.limits ?? [], policy.currency),
    ...findingsOf("defaults", policy.defaults, policy).filter(lacking({}, policy)).map(withoutSubject),
    ...lintBreaker(policy),
    ...lintLanes(policy.lanes ?? [], policy.currency),
  ];
}

function lintScope(scope: PolicyScope, index: number, policy: FullPolicy): PolicyFinding[] {
  return findingsOf(`scopes.${index}`, resolveRules(scope, policy.defaults), policy)
    .filter(({ about }) => about.some((section) => scope[section] !== undefined))
    .filter(lacking(scope.match, policy))
    .map(withoutSubject);
}

/**
 * Whether a finding holds beside the limits of all items that match: a floor may be missing only where none has one.
 */
const lacking =
  (match: PolicyScope["match"], { limits = [], currency }: FullPolicy) =>
  ({ code }: PolicyFinding): boolean =>
    code !== "no_floor" ||
    !limits.some((limit) => asksForCostFloor(limit.constraints) && covers(limit.match, match, currency));

const findingsOf = (path: string, rules: FullRules, policy: FullPolicy): RuleFinding[] => [
  ...lintRules(path, rules, compileMarginFactors(policy.pricing, policy.currency)),
  ...lintRounding(path, rules, policy.currency),
];

const withoutSubject = ({ about: _, ...finding }: RuleFinding): PolicyFinding => finding;

function lintLimits(limits: readonly PolicyLimit[]): PolicyFinding[] {
  return limits.flatMap(({ name, constraints }, index) =>
    Object.values(constraints).some((value) => value !== null && value !== undefined && value !== false)
      ? []
      : [
          {
            level: "error" as const,
            path: `limits.${index}.constraints`,
            code: "limit_without_constraint",
            message: `The limit "${name}" asks for nothing: say what prices have to keep.`,
          },
        ],
  );
}

/** Limits of which one lets prices only rise and one only fall: an item of both keeps its price for ever. */
function lintDirections(limits: readonly PolicyLimit[], currency: string): PolicyFinding[] {
  return limits.flatMap((limit, index) => {
    const { direction } = limit.constraints;
    const other = limits
      .slice(0, index)
      .find(
        (earlier) =>
          direction &&
          earlier.constraints.direction &&
          earlier.constraints.direction !== direction &&
          mayOverlap(earlier.match, limit.match, currency),
      );
    if (other === undefined) return [];
    const message = `"${limit.name}" and "${other.name}" allow opposite directions: an item of both never moves.`;
    return [
      {
        level: "error" as const,
        path: `limits.${index}.constraints.direction`,
        code: "opposite_directions",
        message,
      },
    ];
  });
}

function lintVatAndFees({ pricing }: FullPolicy): PolicyFinding[] {
  if (!pricing.includes_vat || parseRatio(pricing.vat_rate).num !== 0n) return [];
  const message = "Prices are said to include VAT at a rate of 0: margins would be shown too high.";
  return [{ level: "warning", path: "pricing.vat_rate", code: "vat_without_rate", message }];
}

function lintBreaker({ breaker }: FullPolicy): PolicyFinding[] {
  if (breaker.max_share !== null || breaker.max_median_move !== null) return [];
  const message = "Nothing holds a run back, however many prices it would change.";
  return [{ level: "warning", path: "breaker", code: "no_breaker", message }];
}
