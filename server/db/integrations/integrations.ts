import type { ConnectionRow } from "../connections/connections";
import type { Tx } from "../database/transaction";

export type SyncStatus = "never" | "queued" | "running" | "ok" | "failed";

/** A connection as settings show it; its credentials are not part of it. */
export interface IntegrationRow {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly url: string;
  readonly status: "connected" | "failing" | "disconnected";
  /** Why the store cannot be worked with, in words. */
  readonly error: string | null;
  readonly currency: string | null;
  /** As the store says; null where it does not, or was not asked yet. */
  readonly pricesIncludeVat: boolean | null;
  /** The rates that its prices include, as fractions; null where it does not say. */
  readonly vatRates: readonly string[] | null;
  readonly connectedAt: Date;
  readonly disconnectedAt: Date | null;
  readonly syncedAt: Date | null;
  readonly syncStatus: SyncStatus;
  /** What the last sync counted, as it was stored. */
  readonly syncCounts: unknown;
  /** The channel's own id in its store; null where it was connected before that was asked. */
  readonly channel: string | null;
  /** Tells this channel of this store from every other at any address; null as above. */
  readonly fingerprint: string | null;
}

export interface NewIntegration {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly url: string;
  /** Sealed. */
  readonly secret: Uint8Array<ArrayBuffer>;
  readonly currency: string;
  readonly pricesIncludeVat: boolean | null;
  readonly vatRates: readonly string[] | null;
  readonly channel: string;
  readonly fingerprint: string;
  readonly connectedAt: Date;
}

/** A sync in a worker's hands: the fence says whether it still is. */
export interface LeasedSync {
  readonly id: string;
  readonly fence: number;
}

/** How far a sync had come when it was last in somebody's hands. */
export interface SyncPlace {
  /** Where the store's list goes on; null at its beginning. */
  readonly cursor: string | null;
  /** Whether the whole list was shown. */
  readonly listed: boolean;
  /** How often in a row the page at the cursor was asked for in vain. */
  readonly tries: number;
}

const COLUMNS = `id, kind, name, url, status, error, currency, prices_include_vat AS "pricesIncludeVat",
  vat_rates AS "vatRates", connected_at AS "connectedAt",
  disconnected_at AS "disconnectedAt", synced_at AS "syncedAt", sync_status AS "syncStatus",
  sync_counts AS "syncCounts", channel, fingerprint`;
const SHOWN_AT_MOST = 20;

type Stored = IntegrationRow & Record<string, unknown>;

/** The workspace's connections, newest first, ended ones included. */
export const listIntegrationRows = (tx: Tx): Promise<IntegrationRow[]> =>
  tx.sql<Stored>(
    `SELECT ${COLUMNS} FROM integrations WHERE workspace_id = $1 ORDER BY id DESC LIMIT ${SHOWN_AT_MOST}`,
    [tx.tenant.workspaceId],
  );

/** The workspace's one connection that has not ended, or null; `lock` keeps it as it is until the transaction ends. */
export async function findConnected(tx: Tx, { lock = false } = {}): Promise<IntegrationRow | null> {
  const [row] = await tx.sql<Stored>(
    `SELECT ${COLUMNS} FROM integrations WHERE workspace_id = $1 AND status <> 'disconnected'
     ${lock ? "FOR UPDATE" : ""}`,
    [tx.tenant.workspaceId],
  );
  return row ?? null;
}

/** The connection of that id, locked until the transaction ends, or null. */
export async function lockIntegration(tx: Tx, id: string): Promise<IntegrationRow | null> {
  const [row] = await tx.sql<Stored>(
    `SELECT ${COLUMNS} FROM integrations WHERE workspace_id = $1 AND id = $2 FOR UPDATE`,
    [tx.tenant.workspaceId, id],
  );
  return row ?? null;
}

/** Adds a connection; the partial unique index refuses a second one that has not ended. */
export async function insertIntegration(tx: Tx, row: NewIntegration): Promise<void> {
  const { pricesIncludeVat, vatRates, ...rest } = row;
  await tx.prisma.integration.create({ data: { ...rest, workspaceId: tx.tenant.workspaceId } });
  const { currency } = rest;
  await noteStorePricing(tx, row.id, { currency, pricesIncludeTax: pricesIncludeVat, taxRates: vatRates });
}

/** Keeps what a store said of its prices when it was asked last. */
export async function noteStorePricing(
  tx: Tx,
  id: string,
  said: {
    readonly currency: string;
    readonly pricesIncludeTax: boolean | null;
    readonly taxRates: readonly string[] | null;
  },
): Promise<void> {
  await tx.run(
    `UPDATE integrations SET currency = $3, prices_include_vat = $4, vat_rates = $5
     WHERE workspace_id = $1 AND id = $2`,
    [tx.tenant.workspaceId, id, said.currency, said.pricesIncludeTax, said.taxRates],
  );
}

/** Ends a connection and forgets its credentials. */
export async function endIntegration(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.run(
    `UPDATE integrations SET status = 'disconnected', disconnected_at = $3, secret = '', error = NULL,
       sync_lease_until = NULL, sync_fence = sync_fence + 1, sync_not_before = NULL,
       sync_status = CASE WHEN sync_status IN ('queued', 'running') THEN 'failed' ELSE sync_status END
     WHERE workspace_id = $1 AND id = $2`,
    [tx.tenant.workspaceId, id, at],
  );
}

/** Asks for a sync, from the beginning, of a connection that is neither waiting for one nor in one. */
export async function queueSync(tx: Tx, id: string): Promise<void> {
  await tx.run(
    `UPDATE integrations SET sync_status = 'queued', sync_lease_until = NULL, sync_cursor = NULL, sync_listed = false,
       sync_tries = 0, sync_not_before = NULL
     WHERE workspace_id = $1 AND id = $2`,
    [tx.tenant.workspaceId, id],
  );
}

/** Takes a sync that waits and may go on, or whose worker is lost; null when there is none or another worker holds it. */
export async function leaseSync(
  tx: Tx,
  id: string,
  { nowMs, leaseMs }: { readonly nowMs: number; readonly leaseMs: number },
): Promise<(ConnectionRow & LeasedSync & SyncPlace & { readonly counts: unknown }) | null> {
  const [row] = await tx.sql<ConnectionRow & LeasedSync & SyncPlace & { counts: unknown }>(
    `UPDATE integrations SET sync_status = 'running', sync_fence = sync_fence + 1, sync_lease_until = $4
     WHERE workspace_id = $1 AND id = $2 AND status <> 'disconnected'
       AND ((sync_status = 'queued' AND (sync_not_before IS NULL OR sync_not_before <= $3))
         OR (sync_status = 'running' AND sync_lease_until < $3))
     RETURNING id, kind, url, secret, status, sync_fence AS fence, sync_cursor AS cursor, sync_listed AS listed,
       sync_tries AS tries, sync_counts AS counts`,
    [tx.tenant.workspaceId, id, new Date(nowMs), new Date(nowMs + leaseMs)],
  );
  return row ?? null;
}

/** Goes on holding a sync, and notes how far it is. False when it was lost: then nothing of it may be written. */
export async function extendSyncLease(
  tx: Tx,
  held: LeasedSync,
  leaseUntil: Date,
  { counts, cursor, listed, tries }: SyncPlace & { readonly counts: object },
): Promise<boolean> {
  const touched = await tx.run(
    `UPDATE integrations SET sync_lease_until = $4, sync_counts = $5, sync_cursor = $6, sync_listed = $7, sync_tries = $8
     WHERE workspace_id = $1 AND id = $2 AND sync_fence = $3 AND sync_status = 'running'`,
    [tx.tenant.workspaceId, held.id, held.fence, leaseUntil, JSON.stringify(counts), cursor, listed, tries],
  );
  return touched === 1;
}

/** How a worker lets go of a sync: it is over, or it goes on where it stands, at once or later. */
export type SyncEnd =
  | { readonly status: "ok" | "failed"; readonly counts: object; readonly at: Date }
  | {
      readonly status: "queued";
      readonly counts: object;
      readonly tries: number;
      /** Null for at once. */
      readonly notBefore: Date | null;
    };

/** Ends a sync, or gives it back to go on where it stands. False when it was lost. */
export async function endSync(tx: Tx, held: LeasedSync, end: SyncEnd): Promise<boolean> {
  const later = end.status === "queued" ? end : { tries: 0, notBefore: null };
  const touched = await tx.run(
    `UPDATE integrations SET sync_status = $4, sync_counts = $5, sync_lease_until = NULL,
       sync_fence = sync_fence + 1, synced_at = COALESCE($6, synced_at), sync_tries = $7, sync_not_before = $8
     WHERE workspace_id = $1 AND id = $2 AND sync_fence = $3 AND sync_status = 'running'`,
    [
      tx.tenant.workspaceId,
      held.id,
      held.fence,
      end.status,
      JSON.stringify(end.counts),
      end.status === "ok" ? end.at : null,
      later.tries,
      later.notBefore,
    ],
  );
  return touched === 1;
}

/** Gives a connection other credentials, and says what they lead to. */
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
    data: { ...to, status: "connected", error: null },
  });
}

/** Notes what a connection leads to, where that was not asked when it was made. */
export async function noteIdentity(
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
 * Other workspaces of the installation that the same store is connected in.
 * @param userId who asks; null for the operator's own tools
 * @returns their names, null for those that this person does not belong to
 */
export async function connectedElsewhere(
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
