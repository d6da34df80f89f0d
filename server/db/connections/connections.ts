import type { Tx } from "../database/transaction";
import { resumeSaleReads } from "../items/sale-reads";
import { storeEvents } from "../webhooks/events";

/** A connected store with the fields that writing to it needs; `secret` is sealed. */
export interface ConnectionRow {
  readonly id: string;
  readonly kind: string;
  readonly url: string;
  readonly secret: Uint8Array;
  readonly status: string;
}

const FIELDS = { id: true, kind: true, url: true, secret: true, status: true } as const;

/** Finds the workspace's connected store, or null. */
export const connectedStore = (tx: Tx): Promise<ConnectionRow | null> =>
  tx.prisma.integration.findFirst({
    where: { workspaceId: tx.tenant.workspaceId, status: { not: "disconnected" } },
    select: FIELDS,
  });

/** Finds the connection of that id, in any status. */
export const findConnection = (tx: Tx, id: string): Promise<ConnectionRow | null> =>
  tx.prisma.integration.findUnique({
    where: { workspaceId_id: { workspaceId: tx.tenant.workspaceId, id } },
    select: FIELDS,
  });

/**
 * Records whether the store is usable, with an event for webhooks when that changed. One that works again is due for
 * what it was not asked for meanwhile.
 * @param error the reason it is not; null means that it responds again
 */
export async function recordConnectionHealth(
  tx: Tx,
  id: string,
  error: string | null,
  nowMs: number,
): Promise<void> {
  const [row] = await tx.sql<{ before: string }>(
    `UPDATE integrations i SET status = CASE WHEN $3::text IS NULL THEN 'connected' ELSE 'failing' END, error = $3
     FROM (SELECT id, status FROM integrations WHERE workspace_id = $1 AND id = $2 FOR UPDATE) was
     WHERE i.workspace_id = $1 AND i.id = was.id
       AND CASE WHEN $3::text IS NULL THEN was.status = 'failing' ELSE was.status <> 'disconnected' END
     RETURNING was.status AS before`,
    [tx.tenant.workspaceId, id, error],
  );
  if (!row) return;
  if (error === null) {
    await resumeSaleReads(tx, id, new Date(nowMs));
    await storeEvents(tx, "integration.recovered", [id], { atMs: nowMs });
  } else if (row.before !== "failing") await storeEvents(tx, "integration.failing", [id], { atMs: nowMs });
}

/** Returns the version of the workspace's active policy, and whether agents may approve. */
export async function approvalSettings(
  tx: Tx,
): Promise<{ readonly policyVersion: number; readonly agentsMayApprove: boolean }> {
  const row = await tx.prisma.workspace.findUniqueOrThrow({
    where: { id: tx.tenant.workspaceId },
    select: { activePolicy: true, agentsMayApprove: true },
  });
  return { policyVersion: row.activePolicy, agentsMayApprove: row.agentsMayApprove };
}
