import { LRUCache } from "lru-cache";
import { parseStoredPolicy, type StoredPolicy } from "@/server/domain/pricing/stored-policy";

/**
 * The latest documents by their text. To check and compile one takes a tenth of the time of a page of items, and nearly
 * every page of a workspace has the same. Bounded by the length of the texts.
 */
const READ = new LRUCache<string, StoredPolicy>({
  maxSize: 4_000_000,
  sizeCalculation: (_, text) => text.length,
});

/**
 * Reads a stored policy document for display, as `parseStoredPolicy` does, and each document once.
 * @throws ZodError or RangeError when the VAT and fee terms are invalid as well
 */
export function readStoredPolicy(document: unknown): StoredPolicy {
  const text = JSON.stringify(document);
  const known = READ.get(text);
  if (known !== undefined) return known;
  const read = parseStoredPolicy(document);
  READ.set(text, read);
  return read;
}
