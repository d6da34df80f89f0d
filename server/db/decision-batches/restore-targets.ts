import type { AlertStatus } from "@/server/domain/alerts/alert";
import type { AlertKind } from "@/server/domain/alerts/kinds";
import type { BatchItemStatus } from "@/server/domain/decision-batches/batch";
import type { Why } from "@/server/domain/pricing/why";
import type {
  RecommendationKind,
  RecommendationOperation,
  RecommendationStatus,
} from "@/server/domain/recommendations/recommendation";
import type { Tx } from "../database/transaction";
import { AlertBefore, RecommendationBefore } from "./before";

/** What a batch left something as, and what it was before; null where that was not stored. */
interface Left<Before> {
  readonly id: string;
  readonly before: Before | null;
  readonly statusAfter: BatchItemStatus | null;
  readonly doneAt: Date;
}

/** A recommendation that a batch decided, and what it is now. */
export interface RecommendationTarget extends Left<RecommendationBefore> {
  readonly version: number;
  readonly kind: RecommendationKind;
  readonly why: Why | null;
  readonly status: RecommendationStatus;
  readonly snoozeUntil: Date | null;
  readonly decision: RecommendationOperation | null;
  readonly decidedAt: Date | null;
  /** Whether the first of two people has approved it. */
  readonly isApproved: boolean;
  /** Whether another one of its item and kind is open. */
  readonly hasSuccessor: boolean;
}

/** An alert that a batch decided, and what it is now. The amount is in minor units of `currency`. */
export interface AlertTarget extends Left<AlertBefore> {
  readonly kind: AlertKind;
  readonly itemId: string | null;
  readonly status: AlertStatus;
  readonly cleared: boolean;
  readonly snoozeUntil: Date | null;
  readonly resolvedAt: Date | null;
  readonly currency: string | null;
  readonly moneyAtRisk: bigint | null;
}

const LEFT = `i.recommendation_id AS id, i.before, i.status_after AS "statusAfter", i.decided_at AS "doneAt"`;
const DONE = `i.workspace_id = $1 AND i.batch_id = $2 AND i.outcome = 'done'
    AND ($3::text IS NULL OR i.recommendation_id = $3)`;

// OFFSET 0 makes the planner look every id up by its key, however many rows it expects.
const RECOMMENDATIONS = `
  SELECT ${LEFT}, r.version, r.kind, r.why, r.status, r.snooze_until AS "snoozeUntil", r.decision,
    r.decided_at AS "decidedAt",
    EXISTS (SELECT FROM recommendation_approvals p
      WHERE p.workspace_id = $1 AND p.recommendation_id = r.id AND p.version = r.version) AS "isApproved",
    EXISTS (SELECT FROM recommendations o
      WHERE o.workspace_id = $1 AND o.item_id = r.item_id AND o.kind = r.kind AND o.id <> r.id
        AND o.status IN ('held', 'new', 'accepted', 'pending_approval', 'approved')) AS "hasSuccessor"
  FROM decision_batch_items i
  JOIN LATERAL (SELECT * FROM recommendations c WHERE c.workspace_id = $1 AND c.id = i.recommendation_id OFFSET 0) r
    ON true
  WHERE ${DONE} ORDER BY i.recommendation_id`;

const ALERTS = `
  SELECT ${LEFT}, a.kind, a.item_id AS "itemId", a.status, a.cleared, a.snooze_until AS "snoozeUntil",
    a.resolved_at AS "resolvedAt", a.currency, a.money_at_risk AS "moneyAtRisk"
  FROM decision_batch_items i
  JOIN LATERAL (SELECT * FROM alerts c WHERE c.workspace_id = $1 AND c.id = i.recommendation_id OFFSET 0) a ON true
  WHERE ${DONE} ORDER BY i.recommendation_id`;

/**
 * Returns the recommendations that a batch decided, in the order of their ids.
 * @param id restricts them to one; null for all
 */
export async function recommendationTargets(
  tx: Tx,
  batchId: string,
  id: string | null,
): Promise<RecommendationTarget[]> {
  const rows = await tx.sql<RecommendationTarget>(RECOMMENDATIONS, [tx.tenant.workspaceId, batchId, id]);
  return rows.map((row) => ({ ...row, before: row.before && RecommendationBefore.parse(row.before) }));
}

/** Returns the alerts that a batch decided, like `recommendationTargets`. */
export async function alertTargets(tx: Tx, batchId: string, id: string | null): Promise<AlertTarget[]> {
  const rows = await tx.sql<AlertTarget>(ALERTS, [tx.tenant.workspaceId, batchId, id]);
  return rows.map((row) => ({ ...row, before: row.before && AlertBefore.parse(row.before) }));
}
