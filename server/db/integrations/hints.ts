import type { ConnectionRow } from "../connections/connections";
import type { Database } from "../database/database";
import { queryAsSystem } from "../database/query";
import type { Tx } from "../database/transaction";

/** How a store notifies the service, as settings show it. */
export interface HintsRow {
  /** `new` before the first look. */
  readonly state: "new" | "active" | "failing";
  /** Why the store does not notify the service, as text; null if it does. */
  readonly problem: string | null;
  readonly lookedAt: Date | null;
  /** When a look found that the store had stopped. */
  readonly renewedAt: Date | null;
  readonly receivedAt: Date | null;
}

/** What stores have said and no sync has begun for. */
export interface PendingHints {
  readonly changed: boolean;
  /** Something was deleted or changed in a way that only a sync of the whole list finds. */
  readonly unlisted: boolean;
}

/** How many ids of messages are kept, so that one that is sent again is known. */
const KEPT_DELIVERIES = 100;

/** Adds the hints of a new connection, with their sealed secret; the first look is due at once. */
export const insertHints = async (
  tx: Tx,
  integrationId: string,
  { secret, dueAt }: { readonly secret: Uint8Array<ArrayBuffer>; readonly dueAt: Date },
): Promise<void> => {
  const { workspaceId } = tx.tenant;
  await tx.prisma.storeHints.create({ data: { workspaceId, integrationId, secret, dueAt } });
};

/** A connected store, by the key of its row. */
export interface StoreKey {
  readonly workspaceId: string;
  readonly id: string;
}

/** Lists the connected stores of those kinds, of all workspaces, that have no hints, in the order of their ids. */
export async function storesWithoutHints(
  db: Database,
  kinds: readonly string[],
  { afterId, most }: { readonly afterId: string; readonly most: number },
): Promise<StoreKey[]> {
  const rows = await queryAsSystem<{ workspace_id: string; id: string }>(
    db,
    {
      name: "stores_without_hints",
      text: "SELECT workspace_id, id FROM stores_without_hints($1, $2, $3)",
    },
    [kinds, afterId, most],
  );
  return rows.map(({ workspace_id: workspaceId, id }) => ({ workspaceId, id }));
}

/** Returns the hints of a connection; null for a store that sends none. */
export const findHints = (tx: Tx, integrationId: string): Promise<HintsRow | null> =>
  tx.prisma.storeHints.findUnique({
    where: { workspaceId_integrationId: { workspaceId: tx.tenant.workspaceId, integrationId } },
    select: { state: true, problem: true, lookedAt: true, renewedAt: true, receivedAt: true },
  }) as Promise<HintsRow | null>;

/** A connection whose store notifies the service. */
export interface HintedConnection extends ConnectionRow {
  /** Sealed. */
  readonly hintSecret: Uint8Array;
}

/** Returns a connection that has not ended with the sealed secret of its hints; null without one. */
export async function hintedConnection(tx: Tx, integrationId: string): Promise<HintedConnection | null> {
  const [row] = await tx.sql<HintedConnection & Record<string, unknown>>(
    `SELECT i.id, i.kind, i.url, i.secret, i.status, h.secret AS "hintSecret" FROM store_hints h
     JOIN integrations i ON i.workspace_id = h.workspace_id AND i.id = h.integration_id
     WHERE h.workspace_id = $1 AND h.integration_id = $2 AND i.status <> 'disconnected'`,
    [tx.tenant.workspaceId, integrationId],
  );
  return row ?? null;
}

/** Stores a hint. False if its message was stored before. */
export async function storeHint(
  tx: Tx,
  integrationId: string,
  { unlisted, delivery, at }: { readonly unlisted: boolean; readonly delivery: string; readonly at: Date },
): Promise<boolean> {
  const touched = await tx.run(
    `UPDATE store_hints SET received_at = $5, deliveries = (ARRAY[$4] || deliveries)[1:${KEPT_DELIVERIES}],
       changed = changed OR NOT $3, deleted = deleted OR $3
     WHERE workspace_id = $1 AND integration_id = $2 AND NOT $4 = ANY (deliveries)`,
    [tx.tenant.workspaceId, integrationId, unlisted, delivery, at],
  );
  return touched === 1;
}

const NONE: PendingHints = { changed: false, unlisted: false };

/** Returns what is pending, and locks it until the transaction ends. */
export async function pendingHints(tx: Tx, integrationId: string): Promise<PendingHints> {
  const [row] = await tx.sql<{ changed: boolean; unlisted: boolean }>(
    "SELECT changed, deleted AS unlisted FROM store_hints WHERE workspace_id = $1 AND integration_id = $2 FOR UPDATE",
    [tx.tenant.workspaceId, integrationId],
  );
  return row ?? NONE;
}

/** Forgets what a sync that begins will find: changes, and with the whole list also what no list of changes has. */
export const clearHints = async (
  tx: Tx,
  integrationId: string,
  { whole }: { readonly whole: boolean },
): Promise<void> => {
  await tx.run(
    `UPDATE store_hints SET changed = false, deleted = deleted AND NOT $3
     WHERE workspace_id = $1 AND integration_id = $2 AND (changed OR deleted)`,
    [tx.tenant.workspaceId, integrationId, whole],
  );
};

/** A look that is due, with its connection. */
export interface LeasedLook extends HintedConnection {
  /** Nothing was registered in the store before. */
  readonly isFirst: boolean;
}

/** Leases a look that is due, until `nextMs`; null if none is, or another worker has it. */
export async function leaseLook(
  tx: Tx,
  integrationId: string,
  { nowMs, nextMs }: { readonly nowMs: number; readonly nextMs: number },
): Promise<LeasedLook | null> {
  const [row] = await tx.sql<LeasedLook & Record<string, unknown>>(
    `UPDATE store_hints h SET due_at = $4 FROM integrations i
     WHERE h.workspace_id = $1 AND h.integration_id = $2 AND h.due_at <= $3
       AND i.workspace_id = $1 AND i.id = $2 AND i.status <> 'disconnected'
     RETURNING i.id, i.kind, i.url, i.secret, i.status, h.secret AS "hintSecret", h.state = 'new' AS "isFirst"`,
    [tx.tenant.workspaceId, integrationId, new Date(nowMs), new Date(nextMs)],
  );
  return row ?? null;
}

/**
 * Stores what a look found.
 * @param found.renewed whether registrations of an earlier look were missing or switched off
 */
export async function recordLook(
  tx: Tx,
  integrationId: string,
  found: {
    readonly problem: string | null;
    readonly renewed: boolean;
    readonly at: Date;
    readonly next: Date;
  },
): Promise<void> {
  await tx.run(
    `UPDATE store_hints SET state = CASE WHEN $3::text IS NULL THEN 'active' ELSE 'failing' END, problem = $3,
       looked_at = $5, due_at = $6, renewed_at = CASE WHEN $4 THEN $5 ELSE renewed_at END
     WHERE workspace_id = $1 AND integration_id = $2`,
    [tx.tenant.workspaceId, integrationId, found.problem, found.renewed, found.at, found.next],
  );
}

/** Deletes the hints of a connection that ends. */
export const deleteHints = async (tx: Tx, integrationId: string): Promise<void> => {
  await tx.run("DELETE FROM store_hints WHERE workspace_id = $1 AND integration_id = $2", [
    tx.tenant.workspaceId,
    integrationId,
  ]);
};
