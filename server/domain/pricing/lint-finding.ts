import { z } from "zod";
import type { FullRules } from "@/server/domain/pricing/policy";

/** A problem of a policy: an error prevents its activation, a warning does not. `path` is dotted. */
export const PolicyFinding = z.object({
  level: z.enum(["error", "warning"]),
  path: z.string(),
  code: z.string(),
  message: z.string(),
});
export type PolicyFinding = Readonly<z.infer<typeof PolicyFinding>>;

/**
 * A finding about one set of rules, with the rules it is about: a scope reports only findings about rules it sets
 * itself.
 */
export type RuleFinding = PolicyFinding & { readonly about: readonly (keyof FullRules)[] };

/** A finding with its place within the rules. */
export type PlacedFinding = Omit<RuleFinding, "path"> & { readonly at: string };
