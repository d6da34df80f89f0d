import type { Database } from "../database/database";
import type { Tx } from "../database/transaction";

/** A key that a store was asked for. */
export interface NewGrant {
  readonly id: string;
  /** The person who asked, and who alone may use the key. */
  readonly userId: string;
  readonly kind: string;
  readonly url: string;
  readonly stateHash: Uint8Array<ArrayBuffer>;
  /** The app that asks for a code, sealed; null where the store sends the key by itself. */
  readonly app: Uint8Array<ArrayBuffer> | null;
  readonly expiresAt: Date;
}

/** A request for a code. */
export interface AskedGrant {
  readonly kind: string;
  readonly url: string;
  /** Sealed. */
  readonly app: Uint8Array;
}

/** A key that arrived. */
export interface ReceivedGrant {
  readonly kind: string;
  readonly url: string;
  /** Sealed. */
  readonly credentials: Uint8Array;
}

/** Adds a request for a key. */
export const insertGrant = async (tx: Tx, grant: NewGrant): Promise<void> => {
  await tx.prisma.storeGrant.create({ data: { ...grant, workspaceId: tx.tenant.workspaceId } });
};

/** Stores the key of a request that waits for it; false for a wrong or used state, and for an expired request. */
export async function receiveGrant(
  tx: Tx,
  id: string,
  received: {
    readonly stateHash: Uint8Array;
    readonly credentials: Uint8Array;
    readonly at: Date;
  },
): Promise<boolean> {
  const touched = await tx.run(
    `UPDATE store_grants SET credentials = $4, received_at = $5
     WHERE workspace_id = $1 AND id = $2 AND state_hash = $3 AND received_at IS NULL AND expires_at > $5`,
    [tx.tenant.workspaceId, id, received.stateHash, received.credentials, received.at],
  );
  return touched === 1;
}

/** Identifies a request for a code: by its id, the person who asked, and the digest of its state. */
export interface AskedBy {
  readonly id: string;
  readonly userId: string;
  readonly stateHash: Uint8Array;
  readonly at: Date;
}

const ASKED = "workspace_id = $1 AND id = $2 AND user_id = $3 AND state_hash = $4 AND expires_at > $5";
const askedValues = ({ tenant }: Tx, { id, userId, stateHash, at }: AskedBy) => [
  tenant.workspaceId,
  id,
  userId,
  stateHash,
  at,
];

/**
 * Returns a request whose code has not come back; null for an unknown, expired or used one, and for another person's.
 */
export async function findAsked(tx: Tx, by: AskedBy): Promise<AskedGrant | null> {
  const [row] = await tx.sql<{ kind: string; url: string; app: Uint8Array }>(
    `SELECT kind, url, app FROM store_grants WHERE ${ASKED} AND returned_at IS NULL AND app IS NOT NULL`,
    askedValues(tx, by),
  );
  return row ?? null;
}

/** Marks that the code of a request came back; false if it did before. */
export const takeState = async (tx: Tx, by: AskedBy): Promise<boolean> =>
  (await tx.run(
    `UPDATE store_grants SET returned_at = $5 WHERE ${ASKED} AND returned_at IS NULL`,
    askedValues(tx, by),
  )) === 1;

/** Returns the kind of store that a request waits for; null for an unknown or expired one. */
export async function grantKind(tx: Tx, id: string, at: Date): Promise<string | null> {
  const [row] = await tx.sql<{ kind: string }>(
    "SELECT kind FROM store_grants WHERE workspace_id = $1 AND id = $2 AND expires_at > $3",
    [tx.tenant.workspaceId, id, at],
  );
  return row?.kind ?? null;
}

/** Returns a key that arrived, for the person who asked; null for any other, and for an expired one. */
export async function findGrant(
  tx: Tx,
  { id, userId, at }: { readonly id: string; readonly userId: string; readonly at: Date },
): Promise<ReceivedGrant | null> {
  const [row] = await tx.sql<{ kind: string; url: string; credentials: Uint8Array }>(
    `SELECT kind, url, credentials FROM store_grants
     WHERE workspace_id = $1 AND id = $2 AND user_id = $3 AND expires_at > $4 AND credentials IS NOT NULL`,
    [tx.tenant.workspaceId, id, userId, at],
  );
  return row ?? null;
}

/** Deletes a key that was used. */
export const deleteGrant = async (tx: Tx, id: string): Promise<void> => {
  await tx.run("DELETE FROM store_grants WHERE workspace_id = $1 AND id = $2", [tx.tenant.workspaceId, id]);
};

/** Deletes the expired requests and keys of all workspaces. */
export const purgeGrants = async (db: Database, at: Date): Promise<void> => {
  await db.pool.query("SELECT purge_store_grants($1)", [at]);
};
