import type { Tx } from "../database/transaction";

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

/** Records whether the store is usable: `error` is the reason it is not; null means it responds again. */
export async function recordConnectionHealth(tx: Tx, id: string, error: string | null): Promise<void> {
  await tx.prisma.integration.updateMany({
    where: {
      workspaceId: tx.tenant.workspaceId,
      id,
      status: error === null ? "failing" : { not: "disconnected" },
    },
    data: { status: error === null ? "connected" : "failing", error },
  });
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
