import type { AlertEffect } from "@/server/domain/alert";
import type { AlertKind } from "@/server/domain/alert";
import type { AlertSeverity } from "@/server/domain/pricing/outcome";
import type { Published } from "@/server/domain/publication";
import type { RecommendationKind } from "@/server/domain/recommendation";
import type { Tx } from "./transaction";

/** One decision about recommendations, waiting to be applied at the end. Amounts are minor units. */
export interface StagedRecommendation {
  readonly act: "insert" | "keep" | "supersede" | "withdraw";
  readonly item_id: string;
  /** Of the row that is inserted. */
  readonly id: string | null;
  readonly kind: RecommendationKind;
  /** The row that is kept or ended, as it stood when it was judged. */
  readonly prior_id: string | null;
  readonly prior_status: string | null;
  readonly prior_version: number | null;
  /** What the ended row becomes, and which row follows it. */
  readonly ends_as: "superseded" | "resolved" | null;
  readonly successor_id: string | null;
  readonly inherits_snooze: boolean;
  readonly version_rises: boolean;
  readonly currency: string | null;
  readonly current_price: bigint | null;
  readonly recommended_price: bigint | null;
  readonly cost: bigint | null;
  readonly market_median: bigint | null;
  readonly margin_before: string | null;
  readonly margin_after: string | null;
  readonly change_ratio: string | null;
  readonly reason: string | null;
  readonly binding_rule: string | null;
  readonly confidence: string | null;
}

/** One change of an item's alert, waiting to be applied at the end. */
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

/** The newest recommendation of an item and kind, with what it takes to write it only if nobody else has. */
export type LatestRecommendation = Published & {
  readonly id: string;
  readonly itemId: string;
  readonly version: number;
};

const STAGE = `
  CREATE TEMP TABLE staged_recommendations (
    act text, item_id text, id text, kind text, prior_id text, prior_status text, prior_version int, ends_as text,
    successor_id text, inherits_snooze boolean, version_rises boolean, currency text, current_price bigint,
    recommended_price bigint, cost bigint, market_median bigint, margin_before text, margin_after text,
    change_ratio numeric, reason text, binding_rule text, confidence text,
    ended boolean DEFAULT false, snooze_until timestamptz
  ) ON COMMIT DROP;
  CREATE TEMP TABLE staged_alerts (
    effect text, id text, item_id text, kind text, severity text, message text, currency text, money_at_risk bigint
  ) ON COMMIT DROP`;

/** Prepares the transaction to collect what a run publishes, so that rows people work on are locked only at its end. */
export const openStage = async (tx: Tx): Promise<void> => void (await tx.run(STAGE));

const json = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));

/** Adds decisions to the stage. */
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
         change_ratio, reason, binding_rule, confidence, false, NULL
       FROM json_populate_recordset(NULL::staged_recommendations, $1::json)`,
      [json(recommendations)],
    );
  if (alerts.length > 0)
    await tx.run(
      "INSERT INTO staged_alerts SELECT * FROM json_populate_recordset(NULL::staged_alerts, $1::json)",
      [json(alerts)],
    );
}

/** The newest recommendation of each kind for these items; an open one is always the newest of its kind. */
export const latestRecommendations = (tx: Tx, itemIds: readonly string[]): Promise<LatestRecommendation[]> =>
  tx.sql<LatestRecommendation>(
    `SELECT DISTINCT ON (r.item_id, r.kind) r.id, r.item_id AS "itemId", r.kind, r.status, r.version,
       r.current_price AS price, r.cost, r.market_median AS "marketMedian",
       r.recommended_price AS "recommendedPrice", r.margin_before AS "marginBefore",
       r.margin_after AS "marginAfter", r.policy_version AS "policyVersion",
       r.status = 'applied' AND EXISTS (
         SELECT 1 FROM write_backs b JOIN write_backs back ON back.workspace_id = b.workspace_id
           AND back.revert_of = b.id AND back.status = 'applied'
         WHERE b.workspace_id = r.workspace_id AND b.recommendation_id = r.id) AS reverted
     FROM recommendations r
     WHERE r.workspace_id = $1 AND r.item_id = ANY($2)
     ORDER BY r.item_id, r.kind, r.id DESC`,
    [tx.tenant.workspaceId, itemIds],
  );

/** Alerts of these items whose condition held when it was last known. */
export const standingAlerts = (
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
    `SELECT id, item_id AS "itemId", kind, status, snooze_until AS "snoozeUntil" FROM alerts
     WHERE workspace_id = $1 AND COALESCE(item_id, '') = ANY($2) AND NOT cleared`,
    [tx.tenant.workspaceId, itemIds],
  );
