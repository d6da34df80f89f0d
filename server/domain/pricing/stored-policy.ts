import type { MarginFactors } from "@/server/domain/margin";
import { compilePolicy, type Policy } from "@/server/domain/pricing/engine/compile";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import { parseMarginFactors } from "@/server/domain/pricing/stored-margin-factors";

/** The part of a stored policy that pages use: its terms, and its rules unless they are invalid. */
export type StoredPolicy = { readonly marginFactors: MarginFactors; readonly policy: Policy | null };

/**
 * Reads a stored policy document for display. Invalid rules only make the market unknown; the rest of a page still
 * works.
 * @throws ZodError or RangeError when the VAT and fee terms are invalid as well
 */
export function parseStoredPolicy(document: unknown): StoredPolicy {
  const { pricing, currency } = Object(document) as {
    readonly pricing?: unknown;
    readonly currency?: unknown;
  };
  const result = readPolicyDocument(document);
  return {
    marginFactors: parseMarginFactors(pricing, String(currency)),
    policy: result.ok ? compilePolicy(result.document) : null,
  };
}
