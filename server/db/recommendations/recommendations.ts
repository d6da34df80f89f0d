import type { Classification } from "@/server/domain/pricing/classification";
import type { EngineRecommendation } from "@/server/domain/pricing/outcome";
import type { Why } from "@/server/domain/pricing/why";
import type {
  RecommendationEffect,
  RecommendationOperation,
  RecommendationState,
  RecommendationStatus,
} from "@/server/domain/recommendations/recommendation";
import type { WriteBackStatus } from "@/server/domain/write-backs/write-back";
import type { Database } from "../database/database";
import { type NamedStatement, queryAsTenant } from "../database/query";
import type { Tenant } from "../database/tenant";
import type { Tx } from "../database/transaction";
import { evidenceSql } from "../run-series/read-seen";
import { newestRevert, newestRevertOf } from "../write-backs/prevailing";
import { mayBeInStoreSql } from "../write-backs/uncertain";
import type { GivenApproval } from "./approvals";

/** The figures that the engine computed; amounts are minor units, ratios decimal strings. */
export interface RecommendationFigures extends Omit<EngineRecommendation, "kind">, Classification {
  readonly marketMedian: bigint | null;
  /** The engine's evidence as stored JSON text. */
  readonly evidence: string;
  readonly policyVersion: number;
}

/** A recommendation with its item and its write-back. Amounts are minor units of `currency`. */
export interface RecommendationRow extends Omit<RecommendationFigures, "why">, RecommendationState {
  /** Null in rows that were decided before it was stored. */
  readonly why: Why | null;
  readonly id: string;
  readonly runId: string;
  /** Whether it is a person's price for an item, or replaces one; the run, the latest then, did not recommend it. */
  readonly byHand: boolean;
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
  /** The price that the engine recommended, while a person's price stands in its place. */
  readonly enginePrice: bigint | null;
  /** Id of the person who set that price. */
  readonly overriddenBy: string | null;
  readonly overriddenByLabel: string | null;
  readonly overriddenAt: Date | null;
  readonly overrideReason: string | null;
  /** The approvals given before the last one, oldest first; null where one person decides, or nobody has yet. */
  readonly approvals: readonly GivenApproval[] | null;
  /**
   * How many people have to approve it, or had to for the approval that took effect; null where nothing was approved,
   * and where that was not stored.
   */
  readonly peopleNeeded: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly writeBackId: string | null;
  readonly writeBackStatus: WriteBackStatus | null;
  readonly writeBackAnswer: string | null;
  readonly writeBackFinishedAt: Date | null;
  /** Whether its price may be in the store although it failed or ended as a conflict; null without a write-back. */
  readonly writeBackMayBeInStore: boolean | null;
  /** The newest write-back that takes the price back, unless the approved price was written again since. */
  readonly revertId: string | null;
  readonly revertStatus: WriteBackStatus | null;
  /** The status of the newest revert of that one, which writes the approved price again. */
  readonly restoreStatus: WriteBackStatus | null;
  /** The item's present regular price, and what its store showed at the last sync; in minor units of `itemCurrency`. */
  readonly itemCurrency: string;
  readonly itemPrice: bigint | null;
  readonly shopperPrice: bigint | null;
  readonly salePrice: bigint | null;
  readonly saleFrom: Date | null;
  readonly saleUntil: Date | null;
  readonly windowReadAt: Date | null;
  /** The newest of these write-backs, while it is queued. */
  readonly queuedId: string | null;
  /** Until when it waits for the end of a freeze; the time may have passed. */
  readonly waitsUntil: Date | null;
  readonly waitsReason: string | null;
}

/** SQL of a column of the queued write-back; at most one of the three is unresolved. */
const queued = (column: "id" | "waits_until" | "waits_reason"): string =>
  `CASE 'queued' WHEN u.status THEN u.${column} WHEN v.status THEN v.${column} WHEN b.status THEN b.${column} END`;

/**
 * The column of each field: `r` is the recommendation, `i` its item, `b` its write-back, `v` the revert of it, `u` the
 * revert of that.
 */
const COLUMNS: Readonly<Record<keyof RecommendationRow, string>> = {
  id: "r.id",
  runId: "r.run_id",
  byHand: "r.by_hand",
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
  why: "r.why",
  profitChange: "r.profit_change",
  reason: "r.reason",
  bindingRule: "r.binding_rule",
  confidence: "r.confidence",
  evidence: evidenceSql("r"),
  policyVersion: "r.policy_version",
  version: "r.version",
  decidedBy: "r.decided_by",
  decidedByLabel: "r.decided_by_label",
  decidedAt: "r.decided_at",
  decision: "r.decision",
  decisionReason: "r.decision_reason",
  supersededBy: "r.superseded_by",
  enginePrice: "r.engine_price",
  overriddenBy: "r.overridden_by",
  overriddenByLabel: "r.overridden_by_label",
  overriddenAt: "r.overridden_at",
  overrideReason: "r.override_reason",
  approvals: `(SELECT json_agg(json_build_object('person', a.person, 'by', a.label, 'at', a.at, 'lane', a.lane) ORDER BY a.at, a.person)
    FROM recommendation_approvals a
    WHERE a.workspace_id = r.workspace_id AND a.recommendation_id = r.id AND a.version = r.version)`,
  peopleNeeded: "r.people_needed",
  createdAt: "r.created_at",
  updatedAt: "r.updated_at",
  writeBackId: "b.id",
  writeBackStatus: "b.status",
  writeBackAnswer: "b.store_answer",
  writeBackFinishedAt: "b.finished_at",
  writeBackMayBeInStore: "b.may_be_in_store",
  revertId: "v.id",
  revertStatus: "v.status",
  restoreStatus: "u.status",
  itemCurrency: "i.currency",
  itemPrice: "i.price",
  shopperPrice: "i.shopper_price",
  salePrice: "i.sale_price",
  saleFrom: "i.sale_from",
  saleUntil: "i.sale_until",
  windowReadAt: "i.window_read_at",
  queuedId: queued("id"),
  waitsUntil: queued("waits_until"),
  waitsReason: queued("waits_reason"),
};

/** Returns the select list for these fields, with a RecommendationRow's names. */
export const recommendationColumns = (fields: readonly (keyof RecommendationRow)[]): string =>
  fields.map((field) => `${COLUMNS[field]} AS "${field}"`).join(", ");

/** The select list of a RecommendationRow, for statements of `recommendations r` joined with RECOMMENDATION_JOINS. */
export const RECOMMENDATION_COLUMNS = Object.entries(COLUMNS)
  .map(([field, column]) => `${column} AS "${field}"`)
  .join(", ");

// OFFSET 0 keeps these lateral lookups from being turned into joins. Without statistics of a table the planner
// expects one row in the workspace and would scan all its rows for each recommendation.
/** Joins a recommendation `r` with its item `i`. */
export const ITEM_JOIN = `JOIN LATERAL (
    SELECT * FROM catalog_items c WHERE c.workspace_id = r.workspace_id AND c.id = r.item_id OFFSET 0
  ) i ON true`;

export const RECOMMENDATION_JOINS = `${ITEM_JOIN}
  LEFT JOIN LATERAL (
    SELECT w.id, w.status, w.store_answer, w.finished_at, w.waits_until, w.waits_reason,
      ${mayBeInStoreSql("w")} AS may_be_in_store FROM write_backs w
    WHERE w.workspace_id = r.workspace_id AND w.recommendation_id = r.id AND w.revert_of IS NULL OFFSET 0
  ) b ON true
  LEFT JOIN ${newestRevert("r")} v ON true
  LEFT JOIN ${newestRevertOf("v", "r")} u ON true`;

const ONE: NamedStatement = {
  name: "recommendation_by_id",
  text: `SELECT ${RECOMMENDATION_COLUMNS} FROM recommendations r ${RECOMMENDATION_JOINS} WHERE r.workspace_id = $1 AND r.id = $2`,
};

/** Returns one recommendation, or null if the workspace has none with that id. */
export async function recommendationById(
  db: Database,
  tenant: Tenant,
  id: string,
): Promise<RecommendationRow | null> {
  return (await queryAsTenant<RecommendationRow>(db, tenant, ONE, [tenant.workspaceId, id]))[0] ?? null;
}

/** Like `recommendationById`, but within the transaction; `lock` locks the row until the transaction ends. */
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

/** Returns an item's price changes that are pending approval, and locks them until the transaction ends. */
export async function lockPending(tx: Tx, itemId: string): Promise<RecommendationRow[]> {
  return tx.sql<RecommendationRow>(
    `SELECT ${RECOMMENDATION_COLUMNS} FROM recommendations r ${RECOMMENDATION_JOINS}
     WHERE r.workspace_id = $1 AND r.item_id = $2 AND r.status = 'pending_approval' FOR NO KEY UPDATE OF r`,
    [tx.tenant.workspaceId, itemId],
  );
}

/** A decision that was evaluated: the operation, the state that it leads to, and who made it when and why. */
interface RecommendationDecision {
  readonly operation: RecommendationOperation;
  readonly effect: RecommendationEffect;
  readonly reason?: string | undefined;
  /** A person, or a token, grant or system that acts without one; `label` is shown. */
  readonly by: { readonly userId: string | null; readonly id: string; readonly label: string };
  readonly at: Date;
  /** How many people an approval needed. */
  readonly peopleNeeded?: number;
}

/**
 * Stores a decision, provided the row still has the status and version that it was evaluated with.
 * @returns whether the row was changed
 */
export async function decideRecommendation(
  tx: Tx,
  { id, status, version }: Pick<RecommendationRow, "id" | "status" | "version">,
  { operation, effect, reason, by, at, peopleNeeded }: RecommendationDecision,
): Promise<boolean> {
  const { count } = await tx.prisma.recommendation.updateMany({
    where: { workspaceId: tx.tenant.workspaceId, id, status, version },
    data: {
      ...effect,
      decision: operation,
      decisionReason: reason ?? null,
      decidedBy: by.userId ?? by.id,
      decidedByLabel: by.label,
      decidedAt: at,
      updatedAt: at,
      ...(peopleNeeded === undefined ? {} : { peopleNeeded }),
    },
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

/** Ends an item's price that nobody has decided about yet, whatever the run. */
export async function supersedeUndecided(tx: Tx, itemId: string, at: Date): Promise<void> {
  await tx.run(
    `UPDATE recommendations SET status = 'superseded', snooze_until = NULL, updated_at = $3
     WHERE workspace_id = $1 AND item_id = $2 AND kind = 'price_change'
       AND status IN ('held', 'new', 'pending_approval')`,
    [tx.tenant.workspaceId, itemId, at],
  );
}
