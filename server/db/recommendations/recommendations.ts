import type { Confidence } from "@/server/domain/pricing/outcome";
import type {
  RecommendationKind,
  RecommendationOperation,
  RecommendationStatus,
} from "@/server/domain/recommendations/recommendation";
import type { WriteBackStatus } from "@/server/domain/write-backs/write-back";
import type { Database } from "../database/database";
import { type NamedStatement, queryAsTenant } from "../database/query";
import type { Tenant } from "../database/tenant";
import type { Tx } from "../database/transaction";

/** A recommendation with its item and the write it led to. Amounts are minor units of `currency`. */
export interface RecommendationRow {
  readonly id: string;
  readonly run_id: string;
  readonly item_id: string;
  readonly sku: string;
  readonly title: string;
  readonly kind: RecommendationKind;
  readonly status: RecommendationStatus;
  readonly snooze_until: Date | null;
  readonly accepted: boolean;
  readonly currency: string;
  readonly current_price: bigint | null;
  readonly recommended_price: bigint | null;
  readonly cost: bigint | null;
  readonly market_median: bigint | null;
  readonly margin_before: string | null;
  readonly margin_after: string | null;
  readonly change_ratio: string | null;
  readonly reason: string;
  readonly binding_rule: string | null;
  readonly confidence: Confidence;
  /** The engine's evidence as it was stored, JSON text. */
  readonly evidence: string;
  readonly policy_version: number;
  readonly version: number;
  readonly decided_by: string | null;
  readonly decided_by_label: string | null;
  readonly decided_at: Date | null;
  readonly decision: RecommendationOperation | null;
  readonly decision_reason: string | null;
  readonly superseded_by: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly write_back_id: string | null;
  readonly write_back_status: WriteBackStatus | null;
  readonly write_back_answer: string | null;
  readonly write_back_finished_at: Date | null;
  /** The newest write that takes the first one back. */
  readonly revert_id: string | null;
  readonly revert_status: WriteBackStatus | null;
  readonly revert_answer: string | null;
}

/** What narrows a list; null leaves it wide. `minChange` is a fraction, compared without its sign. */
export interface RecommendationFilter {
  readonly before: string | null;
  readonly limit: number;
  readonly status: RecommendationStatus | "snoozed" | null;
  readonly kind: RecommendationKind | null;
  readonly runId: string | null;
  readonly itemId: string | null;
  readonly minChange: string | null;
  readonly updatedSince: Date | null;
}

/** What a RecommendationRow is read from, for statements of `recommendations r` joined with RECOMMENDATION_JOINS. */
export const RECOMMENDATION_COLUMNS = `r.id, r.run_id, r.item_id, i.sku, i.title, r.kind, r.status, r.snooze_until, r.accepted, r.currency,
  r.current_price, r.recommended_price, r.cost, r.market_median, r.margin_before, r.margin_after, r.change_ratio,
  r.reason, r.binding_rule, r.confidence, r.evidence, r.policy_version, r.version, r.decided_by, r.decided_by_label,
  r.decided_at, r.decision, r.decision_reason, r.superseded_by, r.created_at, r.updated_at,
  b.id AS write_back_id, b.status AS write_back_status, b.store_answer AS write_back_answer,
  b.finished_at AS write_back_finished_at,
  v.id AS revert_id, v.status AS revert_status, v.store_answer AS revert_answer`;

export const RECOMMENDATION_JOINS = `JOIN catalog_items i ON i.workspace_id = r.workspace_id AND i.id = r.item_id
  LEFT JOIN write_backs b ON b.workspace_id = r.workspace_id AND b.recommendation_id = r.id AND b.revert_of IS NULL
  LEFT JOIN LATERAL (
    SELECT w.id, w.status, w.store_answer FROM write_backs w
    WHERE w.workspace_id = r.workspace_id AND w.recommendation_id = r.id AND w.revert_of = b.id
    ORDER BY w.id DESC LIMIT 1
  ) v ON true`;

const ONE: NamedStatement = {
  name: "recommendation_by_id",
  text: `SELECT ${RECOMMENDATION_COLUMNS} FROM recommendations r ${RECOMMENDATION_JOINS} WHERE r.workspace_id = $1 AND r.id = $2`,
};

const SNOOZED = "status IN ('new', 'pending_approval') AND snooze_until > $";
const AWAKE = "(status NOT IN ('new', 'pending_approval') OR snooze_until IS NULL OR snooze_until <= $";

/** One named statement for each combination of filters, so that each is planned for what it asks. */
const pageStatements = new Map<string, NamedStatement>();

function pageStatement(asked: readonly (readonly [string, (place: number) => string])[]): NamedStatement {
  const shape = asked.map(([name]) => name).join("_");
  const known = pageStatements.get(shape);
  if (known) return known;
  const conditions = asked.map(([, condition], index) => ` AND ${condition(index + 3)}`).join("");
  const statement = {
    name: `recommendations_page_${shape}`,
    text: `SELECT ${RECOMMENDATION_COLUMNS} FROM
      (SELECT * FROM recommendations WHERE workspace_id = $1${conditions} ORDER BY id DESC LIMIT $2) r
      ${RECOMMENDATION_JOINS} ORDER BY r.id DESC`,
  };
  pageStatements.set(shape, statement);
  return statement;
}

/**
 * One page of a workspace's recommendations, newest first: up to `limit` rows whose id lies before `before`.
 * @param nowMs decides which snoozes still hide a row: those are listed as snoozed and as nothing else
 */
export function recommendationPage(
  db: Database,
  tenant: Tenant,
  filter: RecommendationFilter,
  nowMs: number,
): Promise<RecommendationRow[]> {
  const asked: [string, (place: number) => string][] = [];
  const values: unknown[] = [tenant.workspaceId, filter.limit];
  const ask = (name: string, value: unknown, condition: (place: number) => string): void => {
    asked.push([name, condition]);
    values.push(value);
  };
  const { before, status, kind, runId, itemId, minChange, updatedSince } = filter;
  if (before !== null) ask("before", before, (n) => `id < $${n}`);
  if (status === "snoozed") ask("snoozed", new Date(nowMs), (n) => SNOOZED + n);
  else if (status !== null) {
    ask("status", status, (n) => `status = $${n}`);
    ask("awake", new Date(nowMs), (n) => `${AWAKE}${n})`);
  }
  if (kind !== null) ask("kind", kind, (n) => `kind = $${n}`);
  if (runId !== null) ask("run", runId, (n) => `run_id = $${n}`);
  if (itemId !== null) ask("item", itemId, (n) => `item_id = $${n}`);
  if (minChange !== null) ask("change", minChange, (n) => `abs(change_ratio) >= $${n}::numeric`);
  if (updatedSince !== null) ask("updated", updatedSince, (n) => `updated_at >= $${n}`);
  return queryAsTenant<RecommendationRow>(db, tenant, pageStatement(asked), values);
}

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
