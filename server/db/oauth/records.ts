import type { Database } from "../database/database";
import { queryAsSystem } from "../database/query";
import type { Tx } from "../database/transaction";

/**
 * Models that the authorization server stores between two requests; grants and applications have their own tables.
 */
export const RECORD_MODELS = ["Interaction", "AuthorizationCode", "AccessToken", "RefreshToken"] as const;
export type RecordModel = (typeof RECORD_MODELS)[number];

/** Identifies a record by the SHA-256 of the client's secret; the secret itself is not stored. */
export interface OAuthRecordKey {
  readonly model: RecordModel;
  readonly idHash: Buffer;
}

export interface NewRecord extends OAuthRecordKey {
  readonly payload: object;
  readonly grantId: string | null;
  readonly expiresAt: Date;
}

const PUT = {
  name: "oauth_record_put",
  text: `INSERT INTO oauth_records (model, id_hash, payload, grant_id, expires_at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (model, id_hash) DO UPDATE SET payload = EXCLUDED.payload, grant_id = EXCLUDED.grant_id,
      expires_at = EXCLUDED.expires_at`,
};
const FIND = {
  name: "oauth_record_find",
  text: "SELECT payload, consumed_at FROM oauth_records WHERE model = $1 AND id_hash = $2",
};
const CLAIM =
  "UPDATE oauth_records SET consumed_at = $3 WHERE model = $1 AND id_hash = $2 AND consumed_at IS NULL";

/** Inserts or replaces a record; keeps the time of its use. */
export async function putRecord(db: Database, record: NewRecord): Promise<void> {
  const { model, idHash, payload, grantId, expiresAt } = record;
  await queryAsSystem(db, PUT, [model, idHash, JSON.stringify(payload), grantId, expiresAt]);
}

/** Returns the record, expired or not, and the time of its use; null without one. */
export async function findRecord<Payload extends object>(
  db: Database,
  { model, idHash }: OAuthRecordKey,
): Promise<{ payload: Payload; consumedAt: Date | null } | null> {
  const [row] = await queryAsSystem<{ payload: Payload; consumed_at: Date | null }>(db, FIND, [
    model,
    idHash,
  ]);
  return row ? { payload: row.payload, consumedAt: row.consumed_at } : null;
}

/** Marks a record as used; false when it was used before, or deleted. Of two concurrent calls one returns true. */
export async function consumeRecord(
  db: Database,
  { model, idHash }: OAuthRecordKey,
  at: Date,
): Promise<boolean> {
  return (await db.pool.query(CLAIM, [model, idHash, at])).rowCount === 1;
}

/** Does the same as `consumeRecord`, in the transaction of the action that may happen only once. */
export async function consumeOAuthRecord(
  tx: Tx,
  { model, idHash }: OAuthRecordKey,
  at: Date,
): Promise<boolean> {
  return (await tx.run(CLAIM, [model, idHash, at])) === 1;
}

/** Deletes one record. */
export async function deleteRecord(db: Database, { model, idHash }: OAuthRecordKey): Promise<void> {
  await db.pool.query("DELETE FROM oauth_records WHERE model = $1 AND id_hash = $2", [model, idHash]);
}

/** Deletes a grant's records of one model. */
export async function deleteRecordsOfGrant(db: Database, model: RecordModel, grantId: string): Promise<void> {
  await db.pool.query("DELETE FROM oauth_records WHERE model = $1 AND grant_id = $2", [model, grantId]);
}

/**
 * Deletes records that expired by then; a used refresh token is stored until its expiry, so that its reuse is
 * detected.
 */
export async function purgeRecords(db: Database, at: Date): Promise<void> {
  await db.pool.query("DELETE FROM oauth_records WHERE expires_at <= $1", [at]);
}
