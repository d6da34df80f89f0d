import { createHash } from "node:crypto";

/**
 * What one channel of one store is recognised by, as a digest: the parts may hold a token of the store.
 * @param parts what is the store's own and nobody else's, such as a channel's token
 */
export const fingerprintOf = (kind: string, ...parts: readonly string[]): string =>
  createHash("sha256")
    .update(JSON.stringify([kind, ...parts]))
    .digest("hex");
