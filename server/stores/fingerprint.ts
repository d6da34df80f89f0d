import { createHash } from "node:crypto";

/**
 * Returns a digest that identifies one channel of one store. It is a digest because the parts may include a token.
 * @param parts values unique to the channel, such as its token
 */
export const fingerprintOf = (kind: string, ...parts: readonly string[]): string =>
  createHash("sha256")
    .update(JSON.stringify([kind, ...parts]))
    .digest("hex");
