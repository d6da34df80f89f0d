import type { EngineRecommendation } from "@/server/domain/pricing/outcome";
import type {
  RecommendationOperation,
  RecommendationState,
} from "@/server/domain/recommendations/recommendation";
import type { WriteBackStatus } from "@/server/domain/write-backs/write-back";
import type { Database } from "../database/database";
import { type NamedStatement, queryAsTenant } from "../database/query";
import type { Tenant } from "../database/tenant";
import type { Tx } from "../database/transaction";

/** The figures of a recommendation as the engine found them; amounts are minor units, ratios decimal strings. */
export interface RecommendationFigures extends Omit<EngineRecommendation, "kind"> {
  readonly marketMedian: bigint | null;
  /** The engine's evidence as it was stored, JSON text. */
  readonly evidence: string;
  readonly policyVersion: number;
}

/** A recommendation with its item and the write it led to. Amounts are minor units of `currency`. */
export interface RecommendationRow extends RecommendationFigures, RecommendationState {
  readonly id: string;
  readonly runId: string;
  readonly itemId: string;
  readonly sku: string;
  readonly title: string;
  readonly currency: string;
  readonly decidedBy: string | null;
  readonly decidedByLabel: string | null;
  readonly decidedAt: Date | null;
  readonly decision: RecommendationOperation | null;
  readonly decisionReason: string | null;
  readonly supersededBy: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly writeBackId: string | null;
  readonly writeBackStatus: WriteBackStatus | null;
  readonly writeBackAnswer: string | null;
  readonly writeBackFinishedAt: Date | null;
  /** The newest write that takes the first one back. */
  readonly revertId: string | null;
  readonly revertStatus: WriteBackStatus | null;
  readonly revertAnswer: string | null;
}

/** Where each field of a row is stored: `r` is the recommendation, `i` its item, `b` its write, `v` the revert of it. */
const COLUMNS: Readonly<Record<keyof RecommendationRow, string>> = {
  id: "r.id",
  runId: "r.run_id",
  itemId: "r.item_id",
  sku: "i.sku",
  title: "i.title",
  kind: "r.kind",
  status: "r.status",
  snoozeUntil: "r.snooze_until",
  accepted: "r.accepted",
  currency: "r.currency",
  currentPrice: "r.current_price",
  recommendedPrice: "r.recommended_price",
  cost: "r.cost",
  marketMedian: "r.market_median",
  marginBefore: "r.margin_before",
  marginAfter: "r.margin_after",
  changeRatio: "r.change_ratio",
  reason: "r.reason",
  bindingRule: "r.binding_rule",
  confidence: "r.confidence",
  evidence: "r.evidence",
  policyVersion: "r.policy_version",
  version: "r.version",
  decidedBy: "r.decided_by",
  decidedByLabel: "r.decided_by_label",
  decidedAt: "r.decided_at",
  decision: "r.decision",
  decisionReason: "r.decision_reason",
  supersededBy: "r.superseded_by",
  createdAt: "r.created_at",
  updatedAt: "r.updated_at",
  writeBackId: "b.id",
  writeBackStatus: "b.status",
  writeBackAnswer: "b.store_answer",
  writeBackFinishedAt: "b.finished_at",
  revertId: "v.id",
  revertStatus: "v.status",
  revertAnswer: "v.store_answer",
};

/** The columns of these fields under the names that a RecommendationRow has. */
export const recommendationColumns = (fields: readonly (keyof RecommendationRow)[]): string =>
  fields.map((field) => `${COLUMNS[field]} AS "${field}"`).join(", ");

/** Every column of a RecommendationRow, for statements of `recommendations r` joined with RECOMMENDATION_JOINS. */
export const RECOMMENDATION_COLUMNS = Object.entries(COLUMNS)
  .map(([field, column]) => `${column} AS "${field}"`)
  .join(", ");

// Item and writes are looked up for each row, which OFFSET 0 keeps from being turned into a join: where the planner knows
// nothing of a table it expects one row of the workspace, and would go through all of them for each recommendation.
export const RECOMMENDATION_JOINS = `JOIN LATERAL (
    SELECT * FROM catalog_items c WHERE c.workspace_id = r.workspace_id AND c.id = r.item_id OFFSET 0
  ) i ON true
  LEFT JOIN LATERAL (
    SELECT w.id, w.status, w.store_answer, w.finished_at FROM write_backs w
    WHERE w.workspace_id = r.workspace_id AND w.recommendation_id = r.id AND w.revert_of IS NULL OFFSET 0
  ) b ON true
  LEFT JOIN LATERAL (
    SELECT w.id, w.status, w.store_answer FROM (
      SELECT * FROM write_backs t
      WHERE t.workspace_id = r.workspace_id AND t.recommendation_id = r.id AND t.revert_of = b.id OFFSET 0) w
    ORDER BY w.id DESC LIMIT 1
  ) v ON true`;

const ONE: NamedStatement = {
  name: "recommendation_by_id",
  text: `SELECT ${RECOMMENDATION_COLUMNS} FROM recommendations r ${RECOMMENDATION_JOINS} WHERE r.workspace_id = $1 AND r.id = $2`,
};

/** One recommendation, or null where the workspace has none of that id. */
export async function recommendationById(
  db: Database,
  tenant: Tenant,
  id: string,
): Promise<RecommendationRow | null> {
  return (await queryAsTenant<RecommendationRow>(db, tenant, ONE, [tenant.workspaceId, id]))[0] ?? null;
}

/** As `recommendationById`, as the transaction sees it; `lock` keeps the row from changing until it ends. */
export async function findRecommendation(
  tx: Tx,
  id: string,
  { lock = false } = {},
): Promise<RecommendationRow | null> {
  const rows = await tx.sql<RecommendationRow>(`${ONE.text} ${lock ? "FOR NO KEY UPDATE OF r" : ""}`, [
    tx.tenant.workspaceId,
    id,
  ]);
  return rows[0] ?? null;
}

/** Price changes of an item that wait for an approval, locked until the transaction ends. */
export async function lockPending(tx: Tx, itemId: string): Promise<RecommendationRow[]> {
  return tx.sql<RecommendationRow>(
    `SELECT ${RECOMMENDATION_COLUMNS} FROM recommendations r ${RECOMMENDATION_JOINS}
     WHERE r.workspace_id = $1 AND r.item_id = $2 AND r.status = 'pending_approval' FOR NO KEY UPDATE OF r`,
    [tx.tenant.workspaceId, itemId],
  );
}
