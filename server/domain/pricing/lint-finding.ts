import type { FullRules } from "@/server/domain/pricing/policy";

/** What is doubtful about a policy: an error refuses its activation, a warning does not. `path` is dotted. */
export type PolicyFinding = {
  readonly level: "error" | "warning";
  readonly path: string;
  readonly code: string;
  readonly message: string;
};

/** A finding about one set of rules; a scope is told only of what it says something about itself. */
export type RuleFinding = PolicyFinding & { readonly about: readonly (keyof FullRules)[] };
