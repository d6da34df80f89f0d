import type { FullRules } from "@/server/domain/pricing/policy";

/** A problem of a policy: an error prevents its activation, a warning does not. `path` is dotted. */
export type PolicyFinding = {
  readonly level: "error" | "warning";
  readonly path: string;
  readonly code: string;
  readonly message: string;
};

/**
 * A finding about one set of rules, with the rules it is about: a scope reports only findings about rules it sets
 * itself.
 */
export type RuleFinding = PolicyFinding & { readonly about: readonly (keyof FullRules)[] };
