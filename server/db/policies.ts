import type { Tx } from "./transaction";

/** A policy document as it was saved under that version; null when there is none. Documents never change. */
export async function findPolicyDocument(tx: Tx, version: number): Promise<unknown> {
  const { workspaceId } = tx.tenant;
  const row = await tx.prisma.policyVersion.findUnique({
    where: { workspaceId_version: { workspaceId, version } },
    select: { document: true },
  });
  return row?.document ?? null;
}

/** The policy version that a run asked for now would use. */
export async function activePolicyVersion(tx: Tx): Promise<number> {
  const { workspaceId: id } = tx.tenant;
  const { activePolicy } = await tx.prisma.workspace.findUniqueOrThrow({
    where: { id },
    select: { activePolicy: true },
  });
  return activePolicy;
}
