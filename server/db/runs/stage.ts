import type { AlertEffect } from "@/server/domain/alerts/alert";
import type { AlertKind } from "@/server/domain/alerts/kinds";
import type { AlertSeverity } from "@/server/domain/pricing/outcome";
import type { Published } from "@/server/domain/recommendations/publication";
import type { RecommendationKind } from "@/server/domain/recommendations/recommendation";
import type { Tx } from "../database/transaction";
import {
  type RecommendationFigures,
  type RecommendationRow,
  recommendationColumns,
} from "../recommendations/recommendations";
import { isCanceled, isTakenBack } from "../write-backs/prevailing";

/** A recommendation's figures, which are published with it. */
export type StagedFigures = Omit<RecommendationFigures, "evidence" | "policyVersion"> & {
  readonly currency: string;
  /** Digest of the evidence without its ages. */
  readonly basis: string;
};

/** One staged change of recommendations, applied when the run is published. */
export interface StagedRecommendation {
  readonly act: "insert" | "keep" | "supersede" | "withdraw";
  readonly itemId: string;
  /** Id of the inserted row. */
  readonly id: string | null;
  readonly kind: RecommendationKind;
  /** The confirmed or ended row, as it was at the evaluation. */
  readonly prior: Pick<LatestRecommendation, "id" | "status" | "version"> | null;
  /** New status of the ended row, and its successor. */
  readonly closedStatus: "superseded" | "resolved" | null;
  readonly successorId: string | null;
  readonly inheritsSnooze: boolean;
  readonly incrementsVersion: boolean;
  /** Null when there is no recommendation. */
  readonly figures: StagedFigures | null;
}

/** One staged change of an item's alert, applied when the run is published. */
export interface StagedAlert {
  readonly effect: Extract<AlertEffect, "insert" | "seen" | "clear">;
  /** The alert's id, new for an insert. */
  readonly id: string;
  readonly item_id: string;
  readonly kind: AlertKind;
  readonly severity: AlertSeverity;
  readonly message: string;
  readonly currency: string;
  readonly money_at_risk: bigint | null;
}

/** The newest recommendation of an item and kind, with its version for optimistic locking. */
export type LatestRecommendation = Published & Pick<RecommendationRow, "id" | "itemId" | "version">;

/** Staged rows for each statement of a publication; cancellation is checked between two statements. */
export const PART = 5_000;

const STAGE = `
  CREATE TEMP TABLE staged_recommendations (
    act text, item_id text, id text, kind text, prior_id text, prior_status text, prior_version int, ends_as text,
    successor_id text, inherits_snooze boolean, version_rises boolean, currency text, current_price bigint,
    recommended_price bigint, cost bigint, market_median bigint, margin_before text, margin_after text,
    change_ratio numeric, why text, profit_change bigint, reason text, binding_rule text, confidence text,
    basis text, ended boolean DEFAULT false, snooze_until timestamptz
  ) ON COMMIT DROP;
  CREATE TEMP TABLE staged_alerts (
    effect text, id text, item_id text, kind text, severity text, message text, currency text, money_at_risk bigint
  ) ON COMMIT DROP`;

const COMPLETE = `
  CREATE INDEX ON staged_recommendations (prior_id);
  CREATE INDEX ON staged_recommendations (item_id);
  CREATE INDEX ON staged_alerts (id);
  ANALYZE staged_recommendations, staged_alerts`;

/** Creates the transaction's staging tables, so that rows people work on are locked only at its end. */
export const openStage = async (tx: Tx): Promise<void> => void (await tx.run(STAGE));

/** Indexes the staging tables for reading in parts; nothing may be staged after that. */
export const completeStage = async (tx: Tx): Promise<void> => void (await tx.run(COMPLETE));

/** The columns by which the stage is read: ids of existing recommendations, of items, of alerts. */
export type StageKey =
  | "staged_recommendations.prior_id"
  | "staged_recommendations.item_id"
  | "staged_alerts.id";

/** First and last key of a part of the stage, both inclusive. */
export type StagePart = readonly [first: string, last: string];

/** Yields consecutive parts of about `rows` rows, ordered by that key; every row with a key is in one. */
export async function* partsOfStage(tx: Tx, key: StageKey, rows: number): AsyncGenerator<StagePart> {
  const [table, column] = key.split(".");
  for (let after = ""; ; ) {
    const [part] = await tx.sql<{ first: string | null; last: string | null }>(
      `SELECT min(key) AS first, max(key) AS last
       FROM (SELECT ${column} AS key FROM ${table} WHERE ${column} > $1 ORDER BY ${column} LIMIT $2) AS part`,
      [after, rows],
    );
    if (!part?.first || !part.last) return;
    yield [part.first, part.last];
    after = part.last;
  }
}

const json = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));

/** Converts a change to the columns of the stage. */
const columnsOf = ({ prior, figures, ...row }: StagedRecommendation) => ({
  act: row.act,
  item_id: row.itemId,
  id: row.id,
  kind: row.kind,
  prior_id: prior?.id,
  prior_status: prior?.status,
  prior_version: prior?.version,
  ends_as: row.closedStatus,
  successor_id: row.successorId,
  inherits_snooze: row.inheritsSnooze,
  version_rises: row.incrementsVersion,
  currency: figures?.currency,
  current_price: figures?.currentPrice,
  recommended_price: figures?.recommendedPrice,
  cost: figures?.cost,
  market_median: figures?.marketMedian,
  margin_before: figures?.marginBefore,
  margin_after: figures?.marginAfter,
  change_ratio: figures?.changeRatio,
  why: figures?.why,
  profit_change: figures?.profitChange,
  reason: figures?.reason,
  binding_rule: figures?.bindingRule,
  confidence: figures?.confidence,
  basis: figures?.basis,
});

/** Stages changes. */
export async function stage(
  tx: Tx,
  recommendations: readonly StagedRecommendation[],
  alerts: readonly StagedAlert[],
): Promise<void> {
  if (recommendations.length > 0)
    await tx.run(
      `INSERT INTO staged_recommendations
       SELECT act, item_id, id, kind, prior_id, prior_status, prior_version, ends_as, successor_id, inherits_snooze,
         version_rises, currency, current_price, recommended_price, cost, market_median, margin_before, margin_after,
         change_ratio, why, profit_change, reason, binding_rule, confidence, basis, false, NULL
       FROM json_populate_recordset(NULL::staged_recommendations, $1::json)`,
      [json(recommendations.map(columnsOf))],
    );
  if (alerts.length > 0)
    await tx.run(
      "INSERT INTO staged_alerts SELECT * FROM json_populate_recordset(NULL::staged_alerts, $1::json)",
      [json(alerts)],
    );
}

const LATEST = [
  "id",
  "itemId",
  "kind",
  "status",
  "version",
  "currentPrice",
  "cost",
  "marketMedian",
  "recommendedPrice",
  "marginBefore",
  "marginAfter",
  "policyVersion",
  "enginePrice",
] as const satisfies readonly (keyof RecommendationRow)[];

/**
 * Returns the newest recommendation of each kind for these items that no run took back; an open one is always the
 * newest of its kind. Before one that was superseded, a person may have decided about what the run finds again. Looks
 * up each item by index: OFFSET 0 keeps the planner from reading a whole workspace instead.
 */
export const latestRecommendations = (tx: Tx, itemIds: readonly string[]): Promise<LatestRecommendation[]> =>
  tx.sql<LatestRecommendation>(
    `SELECT latest.* FROM unnest($2::text[]) AS asked (item_id) CROSS JOIN LATERAL (
       SELECT DISTINCT ON (r.kind) ${recommendationColumns(LATEST)},
         r.status = 'applied' AND ${isTakenBack("r")} AS reverted, r.status IN ('failed', 'resolved') AND ${isCanceled("r")} AS canceled
       FROM recommendations r
       WHERE r.workspace_id = $1 AND r.item_id = asked.item_id AND r.status <> 'superseded'
       ORDER BY r.kind, r.id DESC OFFSET 0) AS latest`,
    [tx.tenant.workspaceId, itemIds],
  );

/** Returns alerts of these items that are not cleared. */
export const unclearedAlerts = (
  tx: Tx,
  itemIds: readonly string[],
): Promise<
  {
    id: string;
    itemId: string;
    kind: AlertKind;
    status: "open" | "snoozed" | "resolved";
    snoozeUntil: Date | null;
  }[]
> =>
  tx.sql(
    `SELECT standing.* FROM unnest($2::text[]) AS asked (item_id) CROSS JOIN LATERAL (
       SELECT a.id, a.item_id AS "itemId", a.kind, a.status, a.snooze_until AS "snoozeUntil" FROM alerts a
       WHERE a.workspace_id = $1 AND a.item_id = asked.item_id AND NOT a.cleared OFFSET 0) AS standing`,
    [tx.tenant.workspaceId, itemIds],
  );
