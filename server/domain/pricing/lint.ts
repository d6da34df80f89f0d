import type { FullRules, PolicyDocument } from "@/server/domain/pricing/policy";
import { resolvePolicy, resolveRules } from "@/server/domain/pricing/resolve";

/** What is doubtful about a policy: an error refuses its activation, a warning does not. `path` is dotted. */
export type PolicyFinding = {
  readonly level: "error" | "warning";
  readonly path: string;
  readonly code: string;
  readonly message: string;
};

/**
 * Looks for what a document that `readPolicyDocument` accepted cannot mean: rules that exclude each other, that never
 * apply, or that leave a price without protection. Errors and warnings in the order of the document.
 */
export function lintPolicy(document: PolicyDocument): readonly PolicyFinding[] {
  const policy = resolvePolicy(document);
  return [
    ...policy.scopes.flatMap((scope, index) =>
      lintRules(`scopes.${index}`, resolveRules(scope, policy.defaults)),
    ),
    ...lintRules("defaults", policy.defaults),
  ];
}

function lintRules(path: string, { strategy, constraints }: FullRules): PolicyFinding[] {
  if (constraints.margin_floor !== null) return [];
  const follows = strategy.type === "position";
  return [
    {
      level: follows ? "error" : "warning",
      path: `${path}.constraints.margin_floor`,
      code: "no_floor",
      message: 'Nothing keeps these prices above their cost; write "0" to let them go down to it.',
    },
  ];
}
