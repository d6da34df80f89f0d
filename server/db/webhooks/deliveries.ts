import type { DeliveryStatus } from "@/server/domain/webhooks/delivery";
import { queryInKeyOrder, type Tx } from "../database/transaction";

/** A delivery as the log shows it, with its event. */
export interface DeliveryRow {
  readonly workspaceId: string;
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly number: bigint;
  readonly kind: string;
  readonly status: DeliveryStatus;
  /** Attempts since the event was dispatched, or since the last replay. */
  readonly attempts: number;
  readonly replays: number;
  readonly nextAttemptAt: Date | null;
  readonly lastAttemptAt: Date | null;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
  readonly tookMs: number | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  readonly eventAt: Date;
  readonly data: Readonly<Record<string, unknown>>;
}

const ROW = `
  SELECT d.workspace_id AS "workspaceId", d.id, d.endpoint_id AS "endpointId", d.event_id AS "eventId", d.number, d.kind,
    d.status, d.attempts, d.replays, d.next_attempt_at AS "nextAttemptAt", d.last_attempt_at AS "lastAttemptAt",
    d.response_status AS "responseStatus",
    d.response_body AS "responseBody", d.error, d.took_ms AS "tookMs", d.created_at AS "createdAt",
    d.ended_at AS "endedAt", e.at AS "eventAt", e.data
  FROM webhook_deliveries d
  JOIN webhook_events e ON e.workspace_id = d.workspace_id AND e.id = d.event_id
  WHERE d.workspace_id = $1`;

type Queried = DeliveryRow & Record<string, unknown>;

export interface DeliveryFilter {
  readonly status?: DeliveryStatus | undefined;
  readonly kind?: string | undefined;
}

/** Lists up to `limit` deliveries of an endpoint before the delivery `before`, those with the highest numbers first. */
export const listDeliveries = (
  tx: Tx,
  endpointId: string,
  { status = null, kind = null }: { readonly [K in keyof DeliveryFilter]?: DeliveryFilter[K] | null },
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<DeliveryRow[]> =>
  queryInKeyOrder<Queried>(
    tx,
    `${ROW} AND d.endpoint_id = $2
       AND ($3::text IS NULL OR d.number < (SELECT b.number FROM webhook_deliveries b
         WHERE b.workspace_id = $1 AND b.endpoint_id = $2 AND b.id = $3))
       AND ($4::text IS NULL OR d.status = $4) AND ($5::text IS NULL OR d.kind = $5)
     ORDER BY d.workspace_id, d.endpoint_id, d.number DESC LIMIT $6`,
    [tx.tenant.workspaceId, endpointId, before, status, kind, limit],
  );

/** Returns the delivery with that id, or null. */
export async function findDelivery(tx: Tx, id: string): Promise<DeliveryRow | null> {
  const [row] = await tx.sql<Queried>(`${ROW} AND d.id = $2`, [tx.tenant.workspaceId, id]);
  return row ?? null;
}

/** Returns the delivery of an event to an endpoint, or null. */
export async function findDeliveryOfEvent(
  tx: Tx,
  endpointId: string,
  eventId: string,
): Promise<DeliveryRow | null> {
  const [row] = await tx.sql<Queried>(`${ROW} AND d.endpoint_id = $2 AND d.event_id = $3`, [
    tx.tenant.workspaceId,
    endpointId,
    eventId,
  ]);
  return row ?? null;
}

/**
 * Returns the numbers of an endpoint's deliveries that were dispatched since a time; null when there are none. The
 * deliveries of all events that happened since then are among them. Reads at most `most` deliveries and one more, the
 * latest ones, so that a `count` above `most` means that there are more.
 */
export async function numbersSince(
  tx: Tx,
  endpointId: string,
  since: Date,
  most: number,
): Promise<{ readonly first: bigint; readonly last: bigint; readonly count: number } | null> {
  const latest = await queryInKeyOrder<{ number: bigint; at: Date }>(
    tx,
    `SELECT number, created_at AS at FROM webhook_deliveries WHERE workspace_id = $1 AND endpoint_id = $2
     ORDER BY workspace_id, endpoint_id, number DESC LIMIT $3`,
    [tx.tenant.workspaceId, endpointId, most + 1],
  );
  const numbers = latest.filter(({ at }) => at >= since).map(({ number }) => number);
  const [last] = numbers;
  const first = numbers.at(-1);
  return first === undefined || last === undefined ? null : { first, last, count: numbers.length };
}

/** The deliveries to send again: those with the numbers `from` to `to`, or only those of them that were given up. */
export interface ReplayRange {
  readonly from: bigint;
  readonly to: bigint;
  readonly onlyGivenUp: boolean;
}

/**
 * Makes ended deliveries of an endpoint due again, with a new schedule of attempts and the same event id and number.
 * The caller has locked the endpoint.
 * @returns how many there are
 */
export const reopenDeliveries = (
  tx: Tx,
  endpointId: string,
  { from, to, onlyGivenUp }: ReplayRange,
  at: Date,
): Promise<number> =>
  tx.run(
    `UPDATE webhook_deliveries SET status = 'pending', attempts = 0, replays = replays + 1, next_attempt_at = $5,
       ended_at = NULL
     WHERE workspace_id = $1 AND endpoint_id = $2 AND number BETWEEN $3 AND $4 AND status <> 'pending'
       AND (status = 'given_up' OR NOT $6::bool)`,
    [tx.tenant.workspaceId, endpointId, from, to, at, onlyGivenUp],
  );
