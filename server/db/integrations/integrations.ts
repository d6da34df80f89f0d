import type { ConnectionRow } from "../connections/connections";
import type { Tx } from "../database/transaction";

export type SyncStatus = "never" | "queued" | "running" | "ok" | "failed";

/** A connection as settings show it, without its credentials. */
export interface IntegrationRow {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly url: string;
  readonly status: "connected" | "failing" | "disconnected";
  /** The reason the store does not work, as text; null if it works. */
  readonly error: string | null;
  readonly currency: string | null;
  /** As the store reports it; null if it does not, or has not been queried yet. */
  readonly pricesIncludeVat: boolean | null;
  /** The VAT rates included in its prices, as fractions; null if the store does not report them. */
  readonly vatRates: readonly string[] | null;
  readonly connectedAt: Date;
  readonly disconnectedAt: Date | null;
  readonly syncedAt: Date | null;
  readonly syncStatus: SyncStatus;
  /** The last sync's counts, as stored. */
  readonly syncCounts: unknown;
  /** The channel's id in its store; null for a connection made before it was recorded. */
  readonly channel: string | null;
  /** Identifies this channel of this store among all stores, whatever the address; null as above. */
  readonly fingerprint: string | null;
  /** The time of the store's clock until which every change is known; null before a complete sync that told it. */
  readonly changesKnownAt: Date | null;
  /** When the last sync of the whole list was complete. */
  readonly fullySyncedAt: Date | null;
}

export interface NewIntegration {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly url: string;
  /** Encrypted credentials. */
  readonly secret: Uint8Array<ArrayBuffer>;
  readonly currency: string;
  readonly pricesIncludeVat: boolean | null;
  readonly vatRates: readonly string[] | null;
  readonly channel: string;
  readonly fingerprint: string;
  readonly connectedAt: Date;
}

/** A sync leased by a worker; the fence shows whether the lease is still valid. */
export interface LeasedSync {
  readonly id: string;
  readonly fence: number;
}

/** The stored position of a sync. */
export interface SyncPosition {
  /** The store's cursor for the next page; null at the beginning of the list. */
  readonly cursor: string | null;
  /** Whether the whole list has been read. */
  readonly listed: boolean;
  /** The number of consecutive failed attempts at the page of the cursor. */
  readonly tries: number;
  /** The store's time when the first page was read; null if it did not tell. */
  readonly begunAt: Date | null;
}

const COLUMNS = `id, kind, name, url, status, error, currency, prices_include_vat AS "pricesIncludeVat",
  vat_rates AS "vatRates", connected_at AS "connectedAt",
  disconnected_at AS "disconnectedAt", synced_at AS "syncedAt", sync_status AS "syncStatus",
  sync_counts AS "syncCounts", channel, fingerprint, changes_known_at AS "changesKnownAt",
  fully_synced_at AS "fullySyncedAt"`;
const SHOWN_AT_MOST = 20;

type Stored = IntegrationRow & Record<string, unknown>;

/** Lists the workspace's connections, newest first, including ended ones. */
export const listIntegrationRows = (tx: Tx): Promise<IntegrationRow[]> =>
  tx.sql<Stored>(
    `SELECT ${COLUMNS} FROM integrations WHERE workspace_id = $1 ORDER BY id DESC LIMIT ${SHOWN_AT_MOST}`,
    [tx.tenant.workspaceId],
  );

/** Returns the workspace's one connection that has not ended, or null; `lock` locks it until the transaction ends. */
export async function findConnected(tx: Tx, { lock = false } = {}): Promise<IntegrationRow | null> {
  const [row] = await tx.sql<Stored>(
    `SELECT ${COLUMNS} FROM integrations WHERE workspace_id = $1 AND status <> 'disconnected'
     ${lock ? "FOR UPDATE" : ""}`,
    [tx.tenant.workspaceId],
  );
  return row ?? null;
}

/** Returns the connection with that id, or null, and locks it until the transaction ends. */
export async function lockIntegration(tx: Tx, id: string): Promise<IntegrationRow | null> {
  const [row] = await tx.sql<Stored>(
    `SELECT ${COLUMNS} FROM integrations WHERE workspace_id = $1 AND id = $2 FOR UPDATE`,
    [tx.tenant.workspaceId, id],
  );
  return row ?? null;
}

/** Adds a connection; the partial unique index rejects a second one that has not ended. */
export async function insertIntegration(tx: Tx, row: NewIntegration): Promise<void> {
  const { pricesIncludeVat, vatRates, ...rest } = row;
  await tx.prisma.integration.create({ data: { ...rest, workspaceId: tx.tenant.workspaceId } });
  const { currency } = rest;
  await recordStorePricing(tx, row.id, { currency, pricesIncludeTax: pricesIncludeVat, taxRates: vatRates });
}

/** Stores how the store last reported its prices: currency and VAT. */
export async function recordStorePricing(
  tx: Tx,
  id: string,
  reported: {
    readonly currency: string;
    readonly pricesIncludeTax: boolean | null;
    readonly taxRates: readonly string[] | null;
  },
): Promise<void> {
  await tx.run(
    `UPDATE integrations SET currency = $3, prices_include_vat = $4, vat_rates = $5
     WHERE workspace_id = $1 AND id = $2`,
    [tx.tenant.workspaceId, id, reported.currency, reported.pricesIncludeTax, reported.taxRates],
  );
}

/** Ends a connection and deletes its credentials. */
export async function endIntegration(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.run(
    `UPDATE integrations SET status = 'disconnected', disconnected_at = $3, secret = '', error = NULL,
       renewal_lease_until = NULL,
       sync_lease_until = NULL, sync_fence = sync_fence + 1, sync_not_before = NULL,
       sync_status = CASE WHEN sync_status IN ('queued', 'running') THEN 'failed' ELSE sync_status END
     WHERE workspace_id = $1 AND id = $2`,
    [tx.tenant.workspaceId, id, at],
  );
}

/**
 * Queues a sync from the beginning, unless one is queued or running for this connection.
 * @param since only what changed since this time of the store's clock; null for the whole list
 */
export async function queueSync(tx: Tx, id: string, since: Date | null): Promise<void> {
  await tx.run(
    `UPDATE integrations SET sync_status = 'queued', sync_lease_until = NULL, sync_cursor = NULL, sync_listed = false,
       sync_tries = 0, sync_not_before = NULL, sync_since = $3, sync_begun_at = NULL
     WHERE workspace_id = $1 AND id = $2`,
    [tx.tenant.workspaceId, id, since],
  );
}

/** Has the next sync of a connection read the whole list, also where only what has changed is requested. */
export async function readWholeListNext(tx: Tx, id: string): Promise<void> {
  await tx.run("UPDATE integrations SET fully_synced_at = NULL WHERE workspace_id = $1 AND id = $2", [
    tx.tenant.workspaceId,
    id,
  ]);
}

/** A sync with its connection and its position. */
export interface QueuedSync extends ConnectionRow, LeasedSync, SyncPosition {
  /** Only what changed since this time of the store's clock; null for the whole list. */
  readonly since: Date | null;
  /** The report so far, as stored. */
  readonly counts: unknown;
}

/** Leases a sync that is due, or whose lease has expired; null if there is none or another worker has leased it. */
export async function leaseSync(
  tx: Tx,
  id: string,
  { nowMs, leaseMs }: { readonly nowMs: number; readonly leaseMs: number },
): Promise<QueuedSync | null> {
  const [row] = await tx.sql<QueuedSync & Record<string, unknown>>(
    `UPDATE integrations SET sync_status = 'running', sync_fence = sync_fence + 1, sync_lease_until = $4
     WHERE workspace_id = $1 AND id = $2 AND status <> 'disconnected'
       AND ((sync_status = 'queued' AND (sync_not_before IS NULL OR sync_not_before <= $3))
         OR (sync_status = 'running' AND sync_lease_until < $3))
     RETURNING id, kind, url, secret, status, sync_fence AS fence, sync_cursor AS cursor, sync_listed AS listed,
       sync_tries AS tries, sync_begun_at AS "begunAt", sync_since AS since, sync_counts AS counts`,
    [tx.tenant.workspaceId, id, new Date(nowMs), new Date(nowMs + leaseMs)],
  );
  return row ?? null;
}

/**
 * Extends the lease on a sync and stores its position. False if the lease was lost: the caller must then roll back.
 */
export async function extendSyncLease(
  tx: Tx,
  lease: LeasedSync,
  leaseUntil: Date,
  { counts, cursor, listed, tries, begunAt }: SyncPosition & { readonly counts: object },
): Promise<boolean> {
  const touched = await tx.run(
    `UPDATE integrations SET sync_lease_until = $4, sync_counts = $5, sync_cursor = $6, sync_listed = $7, sync_tries = $8,
       sync_begun_at = $9
     WHERE workspace_id = $1 AND id = $2 AND sync_fence = $3 AND sync_status = 'running'`,
    [
      tx.tenant.workspaceId,
      lease.id,
      lease.fence,
      leaseUntil,
      JSON.stringify(counts),
      cursor,
      listed,
      tries,
      begunAt,
    ],
  );
  return touched === 1;
}

/** Extends the lease on a sync whose position stays as it is stored. False if the lease was lost. */
export async function renewSyncLease(tx: Tx, { id, fence }: LeasedSync, until: Date): Promise<boolean> {
  const touched = await tx.run(
    `UPDATE integrations SET sync_lease_until = $3
     WHERE workspace_id = $1 AND id = $2 AND sync_fence = $4 AND sync_status = 'running'`,
    [tx.tenant.workspaceId, id, until, fence],
  );
  return touched === 1;
}

/** How a worker ends its lease on a sync: the sync is finished, or goes on from its position, at once or later. */
export type SyncEnd =
  | { readonly status: "ok" | "failed"; readonly counts: object; readonly at: Date }
  | {
      readonly status: "queued";
      readonly counts: object;
      readonly tries: number;
      /** Null means at once. */
      readonly notBefore: Date | null;
    };

/** Ends a sync, or queues it again from its position. False if the lease was lost. */
export async function endSync(tx: Tx, lease: LeasedSync, end: SyncEnd): Promise<boolean> {
  const later = end.status === "queued" ? end : { tries: 0, notBefore: null };
  const touched = await tx.run(
    `UPDATE integrations SET sync_status = $4, sync_counts = $5, sync_lease_until = NULL,
       sync_fence = sync_fence + 1, synced_at = COALESCE($6, synced_at), sync_tries = $7, sync_not_before = $8,
       changes_known_at = CASE WHEN $4 = 'ok' THEN sync_begun_at ELSE changes_known_at END,
       fully_synced_at = CASE WHEN $4 = 'ok' AND sync_since IS NULL THEN $6 ELSE fully_synced_at END
     WHERE workspace_id = $1 AND id = $2 AND sync_fence = $3 AND sync_status = 'running'`,
    [
      tx.tenant.workspaceId,
      lease.id,
      lease.fence,
      end.status,
      JSON.stringify(end.counts),
      end.status === "ok" ? end.at : null,
      later.tries,
      later.notBefore,
    ],
  );
  return touched === 1;
}

/** Replaces a connection's credentials, also while they are being renewed, and stores the channel they lead to. */
export async function replaceSecret(
  tx: Tx,
  id: string,
  to: {
    readonly secret: Uint8Array<ArrayBuffer>;
    readonly name: string;
    readonly channel: string;
    readonly fingerprint: string;
  },
): Promise<void> {
  await tx.prisma.integration.update({
    where: { workspaceId_id: { workspaceId: tx.tenant.workspaceId, id } },
    data: { ...to, status: "connected", error: null, renewalLeaseUntil: null },
  });
}

/** Stores the channel of a connection that was made before it was recorded. */
export async function recordStoreIdentity(
  tx: Tx,
  id: string,
  { channel, fingerprint }: { readonly channel: string; readonly fingerprint: string },
): Promise<void> {
  await tx.prisma.integration.updateMany({
    where: { workspaceId: tx.tenant.workspaceId, id, fingerprint: null, status: { not: "disconnected" } },
    data: { channel, fingerprint },
  });
}

/**
 * Lists other workspaces of the installation that have the same store connected.
 * @param userId the person who requests it; null for the operator's own tools
 * @returns the workspaces' names; null in place of a name of a workspace that this person does not belong to
 */
export async function workspacesWithStore(
  tx: Tx,
  fingerprint: string,
  userId: string | null,
): Promise<(string | null)[]> {
  const rows = await tx.sql<{ name: string | null }>(
    "SELECT workspace_name AS name FROM store_connected_elsewhere($1, $2, $3)",
    [fingerprint, tx.tenant.workspaceId, userId],
  );
  return rows.map(({ name }) => name);
}
