import type { MarginTerms } from "@/server/domain/margin";
import { compilePolicy, type Policy } from "@/server/domain/pricing/compile";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import { storedTerms } from "@/server/domain/pricing/stored-terms";

/** What pages take from a stored policy: its terms, and its rules unless they cannot be read. */
export type StoredPolicy = { readonly terms: MarginTerms; readonly policy: Policy | null };

/**
 * Reads a stored policy document for what is shown by it. Rules that do not hold up leave the market unknown and the rest
 * of a page as it is. Throws ZodError or RangeError when not even the VAT and fee terms can be read.
 */
export function storedPolicy(document: unknown): StoredPolicy {
  const { pricing } = Object(document) as { readonly pricing?: unknown };
  const reading = readPolicyDocument(document);
  return { terms: storedTerms(pricing), policy: reading.ok ? compilePolicy(reading.document) : null };
}
