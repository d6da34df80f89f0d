import { LRUCache } from "lru-cache";
import { parseStoredPolicy, type StoredPolicy } from "@/server/domain/pricing/stored-policy";

/**
 * Compiled documents by their JSON text: to check and compile one takes a tenth of the time of a page of items, and
 * nearly every page of a workspace needs the same. A small text can compile to very much, as each scope has what it
 * inherits; so the bound counts what is compiled, at about half a kilobyte each, and what exceeds it is not kept. What
 * the engine remembers of a policy while it decides goes with it, after a minute.
 */
const COMPILED = new LRUCache<string, StoredPolicy>({
  max: 100,
  maxSize: 20_000,
  sizeCalculation: ({ policy }) => (policy === null ? 1 : compiledParts(policy)),
  ttl: 60_000,
});

/** Counts the aims and limits of a compiled policy. */
const compiledParts = ({ scopes, fallback, limits }: NonNullable<StoredPolicy["policy"]>): number =>
  [...scopes, fallback].reduce(
    (sum, { aims, tierAims }) => sum + 1 + aims.length + tierAims.flat().length,
    0,
  ) + limits.length;

/**
 * Reads a stored policy document as `parseStoredPolicy` does, each document once a minute. What is returned is shared:
 * nothing may change it.
 * @throws ZodError or RangeError when the VAT and fee terms are invalid as well
 */
export function readStoredPolicy(document: unknown): StoredPolicy {
  const text = JSON.stringify(document);
  const known = COMPILED.get(text);
  if (known !== undefined) return known;
  const compiled = parseStoredPolicy(document);
  COMPILED.set(text, compiled);
  return compiled;
}
