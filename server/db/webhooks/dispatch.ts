import { randomBytes } from "node:crypto";
import { makeId } from "@/server/domain/ids";
import type { Tx } from "../database/transaction";
import { addJob } from "../queue/queue";
import { NOT_SENT } from "./endpoints";

interface Receiver {
  readonly id: string;
  readonly kinds: readonly string[];
  readonly status: string;
  readonly next: bigint;
  readonly createdAt: Date;
}

interface WaitingEvent {
  readonly id: string;
  readonly kind: string;
  readonly endpointId: string | null;
  readonly at: Date;
}

interface NewDelivery {
  readonly endpointId: string;
  readonly eventId: string;
  readonly kind: string;
  readonly number: bigint;
  readonly sent: boolean;
}

/** The number of events that one call numbers, so that a long outage does not become one long transaction. */
const EVENTS_AT_ONCE = 500;

/** Locks all endpoints of the workspace, in the order of their ids, until the transaction ends. */
export const lockReceivers = (tx: Tx): Promise<Receiver[]> =>
  tx.sql<Receiver & Record<string, unknown>>(
    `SELECT id, kinds, status, next_number AS next, created_at AS "createdAt" FROM webhook_endpoints
     WHERE workspace_id = $1 ORDER BY id FOR NO KEY UPDATE`,
    [tx.tenant.workspaceId],
  );

/**
 * Gives the next waiting events their numbers: one delivery for each endpoint that receives the event, numbered on
 * without a gap, and a job for each endpoint. The rows of the endpoints are locked before the events are read, so
 * that two calls at the same time number one after the other. To a disabled endpoint nothing is sent, but the event
 * gets its number and a delivery that is given up.
 * @returns whether more events may wait
 */
export async function dispatchWaiting(tx: Tx, atMs: number): Promise<boolean> {
  const { workspaceId } = tx.tenant;
  const receivers = await lockReceivers(tx);
  const events = await tx.sql<WaitingEvent & Record<string, unknown>>(
    `SELECT id, kind, endpoint_id AS "endpointId", at FROM webhook_events
     WHERE workspace_id = $1 AND dispatched_at IS NULL ORDER BY seq LIMIT $2 FOR UPDATE`,
    [workspaceId, EVENTS_AT_ONCE],
  );
  if (events.length === 0) return false;
  const deliveries = receivers.flatMap((receiver) => numbered(receiver, events));
  await insertDeliveries(tx, deliveries, atMs);
  // Says again that they wait: an older planner without statistics else looks through all of the log.
  await tx.run(
    "UPDATE webhook_events SET dispatched_at = $3 WHERE workspace_id = $1 AND id = ANY ($2) AND dispatched_at IS NULL",
    [workspaceId, events.map(({ id }) => id), new Date(atMs)],
  );
  for (const { id, status } of receivers) {
    const count = deliveries.filter(({ endpointId }) => endpointId === id).length;
    if (count > 0) await advance(tx, id, { count, due: status === "enabled" ? new Date(atMs) : null });
  }
  return events.length === EVENTS_AT_ONCE;
}

function numbered(receiver: Receiver, events: readonly WaitingEvent[]): NewDelivery[] {
  return events
    .filter((event) => receives(receiver, event))
    .map(({ id, kind }, place) => ({
      endpointId: receiver.id,
      eventId: id,
      kind,
      number: receiver.next + BigInt(place),
      sent: receiver.status === "enabled",
    }));
}

function receives({ id, kinds, createdAt }: Receiver, { kind, endpointId, at }: WaitingEvent): boolean {
  if (endpointId !== null) return endpointId === id;
  return at >= createdAt && (kinds.length === 0 || kinds.includes(kind));
}

async function insertDeliveries(tx: Tx, deliveries: readonly NewDelivery[], atMs: number): Promise<void> {
  if (deliveries.length === 0) return;
  await tx.run(
    `INSERT INTO webhook_deliveries (workspace_id, id, endpoint_id, event_id, kind, number, status, next_attempt_at,
       created_at, ended_at, error)
     SELECT $1, id, endpoint_id, event_id, kind, number, CASE WHEN sent THEN 'pending' ELSE 'given_up' END,
       CASE WHEN sent THEN $8::timestamptz END, $8, CASE WHEN NOT sent THEN $8::timestamptz END,
       CASE WHEN NOT sent THEN $9 END
     FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bool[])
       AS given (id, endpoint_id, event_id, kind, number, sent)`,
    [
      tx.tenant.workspaceId,
      deliveries.map(() => makeId("delivery", atMs, randomBytes(10))),
      deliveries.map(({ endpointId }) => endpointId),
      deliveries.map(({ eventId }) => eventId),
      deliveries.map(({ kind }) => kind),
      deliveries.map(({ number }) => String(number)),
      deliveries.map(({ sent }) => sent),
      new Date(atMs),
      NOT_SENT,
    ],
  );
}

/** Sets the endpoint's next number; with `due`, its deliveries are due from then on. */
async function advance(
  tx: Tx,
  id: string,
  { count, due }: { readonly count: number; readonly due: Date | null },
): Promise<void> {
  const { workspaceId } = tx.tenant;
  await tx.run(
    "UPDATE webhook_endpoints SET next_number = next_number + $3 WHERE workspace_id = $1 AND id = $2",
    [workspaceId, id, count],
  );
  if (due) await makeDue(tx, id, due);
}

/** Makes an endpoint due at `at`, unless it is due earlier, and queues its job. The caller has locked its row. */
export async function makeDue(tx: Tx, id: string, at: Date): Promise<void> {
  const { workspaceId } = tx.tenant;
  await tx.run(
    "UPDATE webhook_endpoints SET due_at = LEAST(due_at, $3) WHERE workspace_id = $1 AND id = $2",
    [workspaceId, id, at],
  );
  await addJob(tx, "webhook_endpoint", { v: 1, workspaceId, id });
}
