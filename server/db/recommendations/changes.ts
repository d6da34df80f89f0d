import type {
  RecommendationEffect,
  RecommendationOperation,
  RecommendationStatus,
} from "@/server/domain/recommendations/recommendation";
import type { Tx } from "../database/transaction";
import type { RecommendationFigures, RecommendationRow } from "./recommendations";

/** A person's decision and the state it leads to. */
export type RecommendationDecision = RecommendationEffect & {
  readonly decision: RecommendationOperation;
  readonly decisionReason: string | null;
  readonly decidedBy: string;
  readonly decidedByLabel: string;
  readonly decidedAt: Date;
};

/**
 * Stores a decision, provided the row still has the status and version that it was evaluated with.
 * @returns whether the row was changed
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

/** Sets the status that follows from a store or write-back event. The caller locks the row. */
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

/** Updates `updated_at` after a change of the row's write-back, so that `updated_since` returns the row. */
export async function touchRecommendation(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.run("UPDATE recommendations SET updated_at = $3 WHERE workspace_id = $1 AND id = $2", [
    tx.tenant.workspaceId,
    id,
    at,
  ]);
}

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

/** Adds the recommendation that replaces a superseded one. */
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
