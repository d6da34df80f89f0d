import type { Tx } from "../database/transaction";
import type { RecommendationFigures, RecommendationRow } from "./recommendations";

/** Replaces the figures of a row that keeps its decision; its version increases. The caller locks the row. */
export async function refreshRecommendation(
  tx: Tx,
  id: string,
  figures: RecommendationFigures,
  at: Date,
): Promise<void> {
  await tx.prisma.recommendation.update({
    where: { workspaceId_id: { workspaceId: tx.tenant.workspaceId, id } },
    data: { ...figures, version: { increment: 1 }, updatedAt: at },
  });
}

/**
 * Adds the recommendation that replaces a superseded one; what replaces a price by hand is no price of the run either.
 */
export async function insertSuccessor(
  tx: Tx,
  id: string,
  prior: RecommendationRow,
  figures: RecommendationFigures & { readonly snoozeUntil: Date | null },
  at: Date,
): Promise<void> {
  await tx.prisma.recommendation.create({
    data: {
      ...figures,
      workspaceId: tx.tenant.workspaceId,
      id,
      runId: prior.runId,
      lastRunId: prior.runId,
      itemId: prior.itemId,
      kind: prior.kind,
      status: "new",
      currency: prior.currency,
      byHand: prior.byHand,
      createdAt: at,
      updatedAt: at,
    },
  });
}
