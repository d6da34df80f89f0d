import type { DisabledReason, EndpointStatus } from "@/server/domain/webhooks/delivery";
import type { Tx } from "../database/transaction";

/** An address that receives a workspace's events. Secrets are sealed; times of null have not come. */
export interface EndpointRow {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  /** Empty: every kind of event. */
  readonly kinds: readonly string[];
  readonly status: EndpointStatus;
  readonly disabledReason: DisabledReason | null;
  readonly disabledAt: Date | null;
  readonly secret: Uint8Array;
  readonly previousSecret: Uint8Array | null;
  readonly previousSecretUntil: Date | null;
  /** The number that the next event gets. */
  readonly nextNumber: bigint;
  readonly succeededAt: Date | null;
  /** The first failed attempt since the last success. */
  readonly failingSince: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const ENDPOINT_COLUMNS = `id, url, description, kinds, status, disabled_reason AS "disabledReason",
  disabled_at AS "disabledAt", secret, previous_secret AS "previousSecret",
  previous_secret_until AS "previousSecretUntil", next_number AS "nextNumber", succeeded_at AS "succeededAt",
  failing_since AS "failingSince", created_at AS "createdAt", updated_at AS "updatedAt"`;

type Queried = EndpointRow & Record<string, unknown>;

/** Lists up to `limit` endpoints older than the cursor, newest first. */
export const listEndpoints = (
  tx: Tx,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<EndpointRow[]> =>
  tx.sql<Queried>(
    `SELECT ${ENDPOINT_COLUMNS} FROM webhook_endpoints
     WHERE workspace_id = $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [tx.tenant.workspaceId, before, limit],
  );

/** Returns the endpoint with that id, or null; `lock` locks the row until the transaction ends. */
export async function findEndpoint(tx: Tx, id: string, { lock = false } = {}): Promise<EndpointRow | null> {
  const [row] = await tx.sql<Queried>(
    `SELECT ${ENDPOINT_COLUMNS} FROM webhook_endpoints
     WHERE workspace_id = $1 AND id = $2 ${lock ? "FOR NO KEY UPDATE" : ""}`,
    [tx.tenant.workspaceId, id],
  );
  return row ?? null;
}

/** Counts the workspace's endpoints, disabled ones included. */
export const countEndpoints = (tx: Tx): Promise<number> =>
  tx.prisma.webhookEndpoint.count({ where: { workspaceId: tx.tenant.workspaceId } });

/** Inserts an enabled endpoint. */
export async function insertEndpoint(
  tx: Tx,
  row: Pick<EndpointRow, "id" | "url" | "description" | "kinds"> & {
    readonly secret: Uint8Array<ArrayBuffer>;
    readonly createdAt: Date;
  },
): Promise<void> {
  await tx.prisma.webhookEndpoint.create({
    data: { ...row, kinds: [...row.kinds], workspaceId: tx.tenant.workspaceId, updatedAt: row.createdAt },
  });
}

/** Stores changed fields of an endpoint that the caller has locked. */
export async function updateEndpoint(
  tx: Tx,
  id: string,
  fields: Partial<Pick<EndpointRow, "url" | "description" | "kinds">>,
  at: Date,
): Promise<void> {
  const { kinds, ...rest } = fields;
  await tx.prisma.webhookEndpoint.update({
    where: { workspaceId_id: { workspaceId: tx.tenant.workspaceId, id } },
    data: { ...rest, ...(kinds ? { kinds: [...kinds] } : {}), updatedAt: at },
  });
}

/** Replaces the sealed secret; the one before it stays valid until `previousUntil`, or ends at once if that is null. */
export async function replaceSecret(
  tx: Tx,
  id: string,
  secret: Uint8Array,
  { previousUntil, at }: { readonly previousUntil: Date | null; readonly at: Date },
): Promise<void> {
  await tx.run(
    `UPDATE webhook_endpoints SET secret = $3, previous_secret = CASE WHEN $4::timestamptz IS NOT NULL THEN secret END,
       previous_secret_until = $4, updated_at = $5
     WHERE workspace_id = $1 AND id = $2`,
    [tx.tenant.workspaceId, id, secret, previousUntil, at],
  );
}

/**
 * Disables an endpoint that the caller has locked: its deliveries that wait are given up, and those of later events
 * are recorded as given up without an attempt.
 */
export async function disableEndpoint(tx: Tx, id: string, reason: DisabledReason, at: Date): Promise<void> {
  const { workspaceId } = tx.tenant;
  await tx.run(
    `UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = $3, disabled_at = $4, due_at = NULL,
       updated_at = $4
     WHERE workspace_id = $1 AND id = $2`,
    [workspaceId, id, reason, at],
  );
  await tx.run(
    `UPDATE webhook_deliveries SET status = 'given_up', next_attempt_at = NULL, ended_at = $3,
       error = COALESCE(error, $4)
     WHERE workspace_id = $1 AND endpoint_id = $2 AND status = 'pending'`,
    [workspaceId, id, at, NOT_SENT],
  );
}

/** The error of a delivery that ended before its first attempt. */
export const NOT_SENT = "The endpoint was disabled.";

/** Enables an endpoint that the caller has locked; only later events are sent to it by themselves. */
export async function enableEndpoint(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.run(
    `UPDATE webhook_endpoints SET status = 'enabled', disabled_reason = NULL, disabled_at = NULL,
       failing_since = NULL, updated_at = $3
     WHERE workspace_id = $1 AND id = $2`,
    [tx.tenant.workspaceId, id, at],
  );
}

/** Deletes an endpoint with its deliveries. */
export async function deleteEndpoint(tx: Tx, id: string): Promise<void> {
  await tx.run("DELETE FROM webhook_endpoints WHERE workspace_id = $1 AND id = $2", [
    tx.tenant.workspaceId,
    id,
  ]);
}

/** Endpoints that the service disabled itself, for the mail to their admins. */
export interface DisabledEndpoint {
  readonly id: string;
  readonly url: string;
  readonly reason: DisabledReason;
  readonly at: Date;
}

/** Returns the endpoints that are disabled because they failed or answered that they are gone. */
export const endpointsDisabledByService = (tx: Tx): Promise<DisabledEndpoint[]> =>
  tx.sql<DisabledEndpoint & Record<string, unknown>>(
    `SELECT id, url, disabled_reason AS reason, disabled_at AS at FROM webhook_endpoints
     WHERE workspace_id = $1 AND disabled_reason IN ('gone', 'failing') ORDER BY id`,
    [tx.tenant.workspaceId],
  );
