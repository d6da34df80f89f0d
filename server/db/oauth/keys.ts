import type { Database } from "../database/database";
import { openSecret, sealSecret } from "../secrets/secrets";

const TABLE = "oauth_keys";
const CURRENT = "signing";
// The key belongs to the installation, not to a workspace.
const LOCATION = { table: TABLE, row: CURRENT, workspaceId: "" };

/**
 * Returns the installation's signing key as text; it is stored encrypted. `create` is called once in the
 * installation's life; two processes that start at the same time use the same key.
 * @throws Error when it was sealed with another encryption key
 */
export async function signingKey(db: Database, encryptionKey: string, create: () => string): Promise<string> {
  const stored = await db.prisma.oauthKey.findUnique({ where: { id: CURRENT } });
  if (stored) return openSecret(encryptionKey, LOCATION, stored.sealed);
  const sealed = sealSecret(encryptionKey, LOCATION, create());
  await db.prisma.oauthKey.createMany({ data: [{ id: CURRENT, sealed }], skipDuplicates: true });
  const row = await db.prisma.oauthKey.findUniqueOrThrow({ where: { id: CURRENT } });
  return openSecret(encryptionKey, LOCATION, row.sealed);
}
