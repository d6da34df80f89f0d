import type {
  RecommendationEffect,
  RecommendationOperation,
  RecommendationStatus,
} from "@/server/domain/recommendations/recommendation";
import type { Tx } from "../database/transaction";
import type { RecommendationFigures, RecommendationRow } from "./recommendations";

/** Who decided what, and what the row becomes by it. */
export type RecommendationDecision = RecommendationEffect & {
  readonly decision: RecommendationOperation;
  readonly decisionReason: string | null;
  readonly decidedBy: string;
  readonly decidedByLabel: string;
  readonly decidedAt: Date;
};

/**
 * Writes a decision, provided the row still has the status and version it was evaluated by.
 * @returns whether it did
 */
export async function decideRecommendation(
  tx: Tx,
  evaluated: { readonly id: string; readonly status: RecommendationStatus; readonly version: number },
  decision: RecommendationDecision,
): Promise<boolean> {
  const { count } = await tx.prisma.recommendation.updateMany({
    where: { workspaceId: tx.tenant.workspaceId, ...evaluated },
    data: { ...decision, updatedAt: decision.decidedAt },
  });
  return count === 1;
}

/** Sets the status that an event of the store or of the write-back leads to; the caller holds the row. */
export async function moveRecommendation(
  tx: Tx,
  id: string,
  to: { readonly status: RecommendationStatus; readonly supersededBy?: string },
  at: Date,
): Promise<void> {
  await tx.prisma.recommendation.update({
    where: { workspaceId_id: { workspaceId: tx.tenant.workspaceId, id } },
    data: { ...to, snoozeUntil: null, updatedAt: at },
  });
}

/** Marks that something of the row's write-back changed, so that `updated_since` shows it. */
export async function touchRecommendation(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.run("UPDATE recommendations SET updated_at = $3 WHERE workspace_id = $1 AND id = $2", [
    tx.tenant.workspaceId,
    id,
    at,
  ]);
}

/** Lays new figures over a row that keeps its decision; its version rises. The caller holds the row. */
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

/** Adds a new recommendation in the place of one that was superseded. */
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
      createdAt: at,
      updatedAt: at,
    },
  });
}
