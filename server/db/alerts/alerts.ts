import type { AlertStatus } from "@/server/domain/alerts/alert";
import { type AlertKind, type RaisedAlertKind, severityOf } from "@/server/domain/alerts/kinds";
import type { AlertSeverity } from "@/server/domain/pricing/outcome";
import type { Tx } from "../database/transaction";
import { seenAlertSql, seenSince } from "../run-series/read-seen";
import { storeEvents } from "../webhooks/events";

/** A stored alert and its item. Amounts are minor units of `currency`. */
export type AlertRow = {
  readonly id: string;
  readonly kind: AlertKind;
  readonly status: AlertStatus;
  readonly cleared: boolean;
  readonly severity: AlertSeverity;
  readonly itemId: string | null;
  readonly sku: string | null;
  readonly title: string | null;
  readonly runId: string | null;
  readonly writeBackId: string | null;
  readonly message: string;
  readonly currency: string | null;
  readonly moneyAtRisk: bigint | null;
  readonly occurrences: number;
  readonly snoozeUntil: Date | null;
  readonly snoozeReason: string | null;
  readonly firstSeen: Date;
  readonly lastSeen: Date;
  readonly resolvedAt: Date | null;
  readonly resolution: string | null;
  readonly decidedByLabel: string | null;
  readonly updatedAt: Date;
  /** The item's newest recommendation that nobody has decided yet. */
  readonly recommendationId: string | null;
};

const ROW = `
  SELECT a.id, a.kind, a.status, a.cleared, a.severity, a.item_id AS "itemId", a.sku, a.title,
    ${seenAlertSql.runId("a")} AS "runId", a.write_back_id AS "writeBackId", a.message, a.currency,
    a.money_at_risk AS "moneyAtRisk", ${seenAlertSql.occurrences("a")} AS occurrences,
    a.snooze_until AS "snoozeUntil", a.snooze_reason AS "snoozeReason", a.first_seen AS "firstSeen",
    ${seenAlertSql.lastSeen("a")} AS "lastSeen", a.resolved_at AS "resolvedAt", a.resolution,
    a.decided_by_label AS "decidedByLabel", ${seenAlertSql.updatedAt("a")} AS "updatedAt",
    (SELECT r.id FROM recommendations r WHERE r.workspace_id = a.workspace_id AND r.item_id = a.item_id
       AND r.status IN ('new', 'pending_approval') ORDER BY r.id DESC LIMIT 1) AS "recommendationId"`;

/**
 * SQL: the rows of an alert, completed by its item, which is looked up by its id whatever the planner expects, and by
 * what the runs since saw.
 * @param alerts a statement that selects rows of `alerts`, no more than are wanted
 * @param order of the rows, whose alias is `a`; empty for none
 */
export const alertRowsSql = (alerts: string, order: string): string => `${ROW}
  FROM (SELECT a.*, i.sku, i.title FROM (${alerts}) a LEFT JOIN LATERAL (SELECT * FROM catalog_items c
      WHERE c.workspace_id = a.workspace_id AND c.id = a.item_id OFFSET 0) i ON true) a
  ${seenSince("a")} ${order}`;

/**
 * Returns the SQL assignments for ending an alert automatically: they keep who resolved it, and drop who snoozed it.
 */
export const clearedBy = (alert: string): string => `
  decided_by = CASE WHEN ${alert}.status = 'resolved' THEN ${alert}.decided_by END,
  decided_by_label = CASE WHEN ${alert}.status = 'resolved' THEN ${alert}.decided_by_label END`;

/** Returns the alert with that id, or null; `lock` locks the row until the transaction ends. */
export async function findAlert(tx: Tx, id: string, { lock = false } = {}): Promise<AlertRow | null> {
  const alert = `SELECT * FROM alerts WHERE workspace_id = $1 AND id = $2 ${lock ? "FOR UPDATE" : ""}`;
  const [row] = await tx.sql<AlertRow>(alertRowsSql(alert, ""), [tx.tenant.workspaceId, id]);
  return row ?? null;
}

/** Stores an alert's state after a person changed it. */
export async function updateAlert(
  tx: Tx,
  id: string,
  data: {
    readonly status: AlertStatus;
    readonly snoozeUntil: Date | null;
    readonly snoozeReason?: string | null;
    readonly resolvedAt?: Date;
    readonly resolution?: string | null;
    readonly decidedBy: string;
    readonly decidedByLabel: string;
    readonly updatedAt: Date;
  },
): Promise<void> {
  await tx.prisma.alert.update({
    where: { workspaceId_id: { workspaceId: tx.tenant.workspaceId, id } },
    data,
  });
}

/** A condition other than those the engine finds in the catalog: of a run, or of writing an item's price. */
export interface RaisedAlert {
  /** The row's id if the alert is new. */
  readonly id: string;
  readonly kind: RaisedAlertKind;
  readonly itemId: string | null;
  readonly runId: string | null;
  readonly writeBackId: string | null;
  /** Set only if it differs from the kind's default severity. */
  readonly severity?: AlertSeverity;
  readonly message: string;
}

/**
 * Raises an alert, with its event for webhooks, or counts another occurrence of the open one of the same item and
 * kind. An alert that a person resolved stays resolved until `clearAlert`.
 */
export async function raiseAlert(tx: Tx, alert: RaisedAlert, nowMs: number): Promise<void> {
  const { id, kind, itemId, runId, writeBackId, severity = severityOf(kind), message } = alert;
  const [raised] = await tx.sql<{ id: string }>(
    `INSERT INTO alerts AS a (workspace_id, id, item_id, run_id, write_back_id, kind, status, severity, message,
       first_seen, last_seen, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, 'open', $7, $8, $9, $9, $9)
     ON CONFLICT (workspace_id, (COALESCE(item_id, '')), kind) WHERE NOT cleared DO UPDATE
     SET last_seen = $9, occurrences = a.occurrences + 1, run_id = $4, write_back_id = $5, severity = $7, message = $8,
       updated_at = $9, status = CASE WHEN a.snooze_until > $9 THEN a.status ELSE 'open' END,
       snooze_until = CASE WHEN a.snooze_until > $9 THEN a.snooze_until END
     WHERE a.status <> 'resolved' RETURNING id`,
    [tx.tenant.workspaceId, id, itemId, runId, writeBackId, kind, severity, message, new Date(nowMs)],
  );
  if (raised?.id === id) await storeEvents(tx, "alert.raised", [id], { atMs: nowMs });
}

/**
 * Resolves the alert of that item (null: of no item) and kind, snoozed or not, because its condition has ended, with
 * its event for webhooks unless a person resolved it before.
 */
export async function clearAlert(
  tx: Tx,
  { kind, itemId }: Pick<RaisedAlert, "kind" | "itemId">,
  nowMs: number,
): Promise<void> {
  // No index finds what IS NOT DISTINCT FROM compares.
  const ofItem = itemId === null ? "item_id IS NULL AND $3::text IS NULL" : "item_id = $3";
  const cleared = await tx.sql<{ id: string; status: AlertStatus }>(
    `UPDATE alerts SET cleared = true, status = 'resolved', snooze_until = NULL, updated_at = $4,
       resolved_at = COALESCE(alerts.resolved_at, $4),
       resolution = COALESCE(alerts.resolution, 'The condition has cleared.'), ${clearedBy("alerts")}
     FROM (SELECT id, status FROM alerts
       WHERE workspace_id = $1 AND kind = $2 AND ${ofItem} AND NOT cleared FOR UPDATE) was
     WHERE alerts.workspace_id = $1 AND alerts.id = was.id RETURNING was.id, was.status`,
    [tx.tenant.workspaceId, kind, itemId, new Date(nowMs)],
  );
  const ended = cleared.filter(({ status }) => status !== "resolved").map(({ id }) => id);
  await storeEvents(tx, "alert.resolved", ended, { atMs: nowMs });
}

/**
 * Makes an item's present price or cost the baseline that changes are measured from.
 * @param of the baseline to set: that of price_drift or that of cost_spike
 */
export async function acknowledgeBaseline(tx: Tx, itemId: string, of: "price" | "cost"): Promise<void> {
  const column = of === "price" ? "baseline_price = price" : "baseline_cost = cost";
  await tx.run(`UPDATE catalog_items SET ${column} WHERE workspace_id = $1 AND id = $2`, [
    tx.tenant.workspaceId,
    itemId,
  ]);
}
