import type { AttemptEffect } from "@/server/domain/webhooks/delivery";
import type { Tx } from "../database/transaction";
import { ENDPOINT_COLUMNS, type EndpointRow } from "./endpoints";

/** A worker's lease on an endpoint; every write names its fence. */
export interface EndpointLease {
  readonly id: string;
  readonly fence: number;
}

/** An endpoint that a worker has leased. */
export type LeasedEndpoint = EndpointRow & EndpointLease;

/** A delivery that is due, with its event. */
export interface DueDelivery {
  readonly id: string;
  readonly number: bigint;
  readonly attempts: number;
  readonly eventId: string;
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly eventAt: Date;
  readonly createdAt: Date;
}

/** The outcome of an attempt as the delivery log shows it. */
export interface AttemptRecord {
  readonly at: Date;
  /** Null if no answer arrived. */
  readonly status: number | null;
  readonly body: string | null;
  readonly error: string | null;
  readonly tookMs: number;
}

/** Leases an enabled endpoint with due deliveries; null when another worker has it or nothing is due. */
export async function leaseEndpoint(
  tx: Tx,
  id: string,
  { at, leaseUntil }: { readonly at: Date; readonly leaseUntil: Date },
): Promise<LeasedEndpoint | null> {
  const [row] = await tx.sql<LeasedEndpoint & Record<string, unknown>>(
    `UPDATE webhook_endpoints SET fence = fence + 1, lease_until = $4
     WHERE workspace_id = $1 AND id = $2 AND status = 'enabled' AND due_at <= $3
       AND (lease_until IS NULL OR lease_until <= $3)
     RETURNING ${ENDPOINT_COLUMNS}, fence`,
    [tx.tenant.workspaceId, id, at, leaseUntil],
  );
  return row ?? null;
}

/** Locks a leased endpoint until the transaction ends and returns it as it is now; null when the lease was lost. */
export async function lockLeasedEndpoint(
  tx: Tx,
  { id, fence }: EndpointLease,
): Promise<LeasedEndpoint | null> {
  const [row] = await tx.sql<LeasedEndpoint & Record<string, unknown>>(
    `SELECT ${ENDPOINT_COLUMNS}, fence FROM webhook_endpoints
     WHERE workspace_id = $1 AND id = $2 AND fence = $3 AND lease_until IS NOT NULL FOR NO KEY UPDATE`,
    [tx.tenant.workspaceId, id, fence],
  );
  return row ?? null;
}

/** Extends the lease of an endpoint that the caller has locked. */
export async function extendLease(tx: Tx, id: string, leaseUntil: Date): Promise<void> {
  await tx.run("UPDATE webhook_endpoints SET lease_until = $3 WHERE workspace_id = $1 AND id = $2", [
    tx.tenant.workspaceId,
    id,
    leaseUntil,
  ]);
}

/**
 * Ends the lease of an endpoint that the caller has locked; it is due again with its next delivery.
 * @returns when that is, or null when no delivery waits
 */
export async function releaseEndpoint(tx: Tx, id: string): Promise<Date | null> {
  const [row] = await tx.sql<{ due: Date | null }>(
    `UPDATE webhook_endpoints SET lease_until = NULL, due_at = (
       SELECT min(d.next_attempt_at) FROM webhook_deliveries d
       WHERE d.workspace_id = $1 AND d.endpoint_id = $2 AND d.status = 'pending')
     WHERE workspace_id = $1 AND id = $2 RETURNING due_at AS due`,
    [tx.tenant.workspaceId, id],
  );
  return row?.due ?? null;
}

/** Returns the deliveries of an endpoint that are due, in the order of their numbers. */
export const dueDeliveries = (
  tx: Tx,
  endpointId: string,
  { at, most }: { readonly at: Date; readonly most: number },
): Promise<DueDelivery[]> =>
  tx.sql<DueDelivery & Record<string, unknown>>(
    `SELECT d.id, d.number, d.attempts, d.event_id AS "eventId", d.kind, e.data, e.at AS "eventAt",
       d.created_at AS "createdAt"
     FROM (SELECT * FROM webhook_deliveries
       WHERE workspace_id = $1 AND endpoint_id = $2 AND status = 'pending' AND next_attempt_at <= $3
       ORDER BY number LIMIT $4) d
     JOIN webhook_events e ON e.workspace_id = $1 AND e.id = d.event_id ORDER BY d.number`,
    [tx.tenant.workspaceId, endpointId, at, most],
  );

/**
 * Stores an attempt and what it leads to; the caller has locked the endpoint. One that was under way when its endpoint
 * was disabled counts where the receiver took it.
 */
export async function recordAttempt(
  tx: Tx,
  deliveryId: string,
  { at, status, body, error, tookMs }: AttemptRecord,
  effect: AttemptEffect,
): Promise<void> {
  const nextAttempt = effect.next === "retry" ? new Date(effect.atMs) : null;
  const ended = { delivered: "delivered", give_up: "given_up", retry: "pending" }[effect.next];
  await tx.run(
    `UPDATE webhook_deliveries SET status = $3, attempts = attempts + 1, last_attempt_at = $4, response_status = $5,
       response_body = $6, error = $7, took_ms = $8, next_attempt_at = $9,
       ended_at = CASE WHEN $3 = 'pending' THEN NULL ELSE $4::timestamptz END
     WHERE workspace_id = $1 AND id = $2
       AND (status = 'pending' OR ($3 = 'delivered' AND status = 'given_up'))`,
    [tx.tenant.workspaceId, deliveryId, ended, at, status, body, error, tookMs, nextAttempt],
  );
}

/** Records that the endpoint accepted a delivery, or did not; the caller has locked it. */
export async function recordEndpointHealth(tx: Tx, id: string, accepted: boolean, at: Date): Promise<void> {
  await tx.run(
    accepted
      ? "UPDATE webhook_endpoints SET succeeded_at = $3, failing_since = NULL WHERE workspace_id = $1 AND id = $2"
      : `UPDATE webhook_endpoints SET failing_since = COALESCE(failing_since, $3)
         WHERE workspace_id = $1 AND id = $2`,
    [tx.tenant.workspaceId, id, at],
  );
}
