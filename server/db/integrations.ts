import type { ConnectionRow } from "./store-connections";
import type { Tx } from "./transaction";

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
  readonly connectedAt: Date;
}

/** A sync in a worker's hands: the fence says whether it still is. */
export interface HeldSync {
  readonly id: string;
  readonly fence: number;
}

const COLUMNS = `id, kind, name, url, status, error, currency, prices_include_vat AS "pricesIncludeVat",
  vat_rates AS "vatRates", connected_at AS "connectedAt",
  disconnected_at AS "disconnectedAt", synced_at AS "syncedAt", sync_status AS "syncStatus",
  sync_counts AS "syncCounts"`;
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
       sync_lease_until = NULL, sync_fence = sync_fence + 1,
       sync_status = CASE WHEN sync_status IN ('queued', 'running') THEN 'failed' ELSE sync_status END
     WHERE workspace_id = $1 AND id = $2`,
    [tx.tenant.workspaceId, id, at],
  );
}

/** Asks for a sync of a connection that is neither waiting for one nor in one. */
export async function queueSync(tx: Tx, id: string): Promise<void> {
  await tx.run(
    "UPDATE integrations SET sync_status = 'queued', sync_lease_until = NULL WHERE workspace_id = $1 AND id = $2",
    [tx.tenant.workspaceId, id],
  );
}

/** Takes a sync that waits, or whose worker is lost; null when there is none or another worker holds it. */
export async function claimSync(
  tx: Tx,
  id: string,
  { nowMs, leaseMs }: { readonly nowMs: number; readonly leaseMs: number },
): Promise<(ConnectionRow & HeldSync) | null> {
  const [row] = await tx.sql<ConnectionRow & HeldSync>(
    `UPDATE integrations SET sync_status = 'running', sync_fence = sync_fence + 1, sync_lease_until = $4
     WHERE workspace_id = $1 AND id = $2 AND status <> 'disconnected'
       AND (sync_status = 'queued' OR (sync_status = 'running' AND sync_lease_until < $3))
     RETURNING id, kind, url, secret, status, sync_fence AS fence`,
    [tx.tenant.workspaceId, id, new Date(nowMs), new Date(nowMs + leaseMs)],
  );
  return row ?? null;
}

/** Goes on holding a sync, and tells how far it is. False when it was lost: then nothing of it may be written. */
export async function holdSync(tx: Tx, held: HeldSync, leaseUntil: Date, counts: object): Promise<boolean> {
  const touched = await tx.run(
    `UPDATE integrations SET sync_lease_until = $4, sync_counts = $5
     WHERE workspace_id = $1 AND id = $2 AND sync_fence = $3 AND sync_status = 'running'`,
    [tx.tenant.workspaceId, held.id, held.fence, leaseUntil, JSON.stringify(counts)],
  );
  return touched === 1;
}

/** Ends a sync, or gives it back to be started again. False when it was lost. */
export async function endSync(
  tx: Tx,
  held: HeldSync,
  end: { readonly status: "ok" | "failed" | "queued"; readonly counts: object; readonly at: Date },
): Promise<boolean> {
  const touched = await tx.run(
    `UPDATE integrations SET sync_status = $4, sync_counts = $5, sync_lease_until = NULL,
       sync_fence = sync_fence + 1, synced_at = CASE WHEN $4 = 'ok' THEN $6 ELSE synced_at END
     WHERE workspace_id = $1 AND id = $2 AND sync_fence = $3 AND sync_status = 'running'`,
    [tx.tenant.workspaceId, held.id, held.fence, end.status, JSON.stringify(end.counts), end.at],
  );
  return touched === 1;
}
