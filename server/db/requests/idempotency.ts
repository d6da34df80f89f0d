import { DAY_MS } from "@/server/domain/durations";
import type { Database } from "../database/database";
import { queryAsSystem } from "../database/query";
import type { Tx } from "../database/transaction";

export interface TakenSlot {
  readonly requestHash: Buffer;
  readonly status: number | null;
  readonly response: string | null;
  readonly claimedAt: Date;
}

interface Key {
  readonly principal: string;
  readonly key: string;
}

const RETENTION_MS = DAY_MS;

/**
 * Takes the slot of an Idempotency-Key by insert. A slot without a response lapses after `staleMs`: the effect
 * commits together with the response, so there was no effect.
 * @returns null when this request has the slot, else the earlier request's slot
 */
export async function takeIdempotencySlot(
  tx: Tx,
  { principal, key }: Key,
  requestHash: Buffer,
  nowMs: number,
  staleMs: number,
): Promise<TakenSlot | null> {
  const now = new Date(nowMs);
  const inserted = await tx.run(
    `INSERT INTO idempotency_keys (workspace_id, principal, key, request_hash, claimed_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (workspace_id, principal, key) DO UPDATE
       SET request_hash = EXCLUDED.request_hash, claimed_at = EXCLUDED.claimed_at, expires_at = EXCLUDED.expires_at,
           status = NULL, response = NULL
       WHERE idempotency_keys.expires_at <= $5
          OR (idempotency_keys.status IS NULL AND idempotency_keys.claimed_at < $7
              AND idempotency_keys.request_hash = EXCLUDED.request_hash)`,
    [
      tx.tenant.workspaceId,
      principal,
      key,
      requestHash,
      now,
      new Date(nowMs + RETENTION_MS),
      new Date(nowMs - staleMs),
    ],
  );
  if (inserted === 1) return null;
  const row = await tx.prisma.idempotencyKey.findUniqueOrThrow({
    where: { workspaceId_principal_key: { workspaceId: tx.tenant.workspaceId, principal, key } },
  });
  return { ...row, requestHash: Buffer.from(row.requestHash) };
}

/** Stores the response; false when another request has taken over the slot. */
export async function completeIdempotencySlot(
  tx: Tx,
  { principal, key }: Key,
  claimedAtMs: number,
  status: number,
  response: string,
): Promise<boolean> {
  return (
    (await tx.run(
      `UPDATE idempotency_keys SET status = $4, response = $5
       WHERE workspace_id = $1 AND principal = $2 AND key = $3 AND status IS NULL AND claimed_at = $6`,
      [tx.tenant.workspaceId, principal, key, status, response, new Date(claimedAtMs)],
    )) === 1
  );
}

/** Frees the slot of a failed request: only successful responses are stored. */
export async function freeIdempotencySlot(
  tx: Tx,
  { principal, key }: Key,
  claimedAtMs: number,
): Promise<void> {
  await tx.run(
    `DELETE FROM idempotency_keys
     WHERE workspace_id = $1 AND principal = $2 AND key = $3 AND status IS NULL AND claimed_at = $4`,
    [tx.tenant.workspaceId, principal, key, new Date(claimedAtMs)],
  );
}

/** The outcome of the request under a key. */
export type RequestOutcome = "taken" | "underway" | "not_taken";

/** Stored instead of a request's hash, so that a late request under the key differs from it and is refused. */
const WITHDRAWN = Buffer.from("withdrawn");

/**
 * Returns whether the request under a key took effect. A request that never arrived, or has had no response for
 * `timeoutMs`, is withdrawn: it can no longer take effect, since its transaction would have to complete a slot that
 * is gone. Waits for that transaction if it is about to commit.
 */
export async function settleIdempotencySlot(
  tx: Tx,
  { principal, key }: Key,
  nowMs: number,
  timeoutMs: number,
): Promise<RequestOutcome> {
  const withdrawn = await tx.run(
    `INSERT INTO idempotency_keys (workspace_id, principal, key, request_hash, claimed_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (workspace_id, principal, key) DO UPDATE
       SET request_hash = EXCLUDED.request_hash, claimed_at = EXCLUDED.claimed_at, expires_at = EXCLUDED.expires_at
       WHERE idempotency_keys.status IS NULL AND idempotency_keys.claimed_at <= $7`,
    [
      tx.tenant.workspaceId,
      principal,
      key,
      WITHDRAWN,
      new Date(nowMs),
      new Date(nowMs + RETENTION_MS),
      new Date(nowMs - timeoutMs),
    ],
  );
  if (withdrawn === 1) return "not_taken";
  const row = await tx.prisma.idempotencyKey.findUniqueOrThrow({
    where: { workspaceId_principal_key: { workspaceId: tx.tenant.workspaceId, principal, key } },
  });
  if (row.status !== null) return "taken";
  return WITHDRAWN.equals(row.requestHash) ? "not_taken" : "underway";
}

/** Deletes expired stored responses in every workspace. */
export async function purgeIdempotencySlots(db: Database, nowMs: number): Promise<void> {
  await queryAsSystem(db, { name: "forget_answers", text: "SELECT forget_answers($1)" }, [new Date(nowMs)]);
}
