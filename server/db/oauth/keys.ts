import type { Database } from "../database/database";
import { openSecret, sealSecret } from "../secrets/secrets";

const TABLE = "oauth_keys";
const CURRENT = "signing";
// The key belongs to the installation, not to a workspace.
const PLACE = { table: TABLE, row: CURRENT, workspaceId: "" };

/**
 * Returns the installation's signing key as text. `make` creates it once; two processes that start at the same time
 * use the same key. It is stored encrypted.
 * @throws Error when it was sealed with another encryption key
 */
export async function signingKey(db: Database, encryptionKey: string, make: () => string): Promise<string> {
  const kept = await db.prisma.oauthKey.findUnique({ where: { id: CURRENT } });
  if (kept) return openSecret(encryptionKey, PLACE, kept.sealed);
  const sealed = sealSecret(encryptionKey, PLACE, make());
  await db.prisma.oauthKey.createMany({ data: [{ id: CURRENT, sealed }], skipDuplicates: true });
  const made = await db.prisma.oauthKey.findUniqueOrThrow({ where: { id: CURRENT } });
  return openSecret(encryptionKey, PLACE, made.sealed);
}
