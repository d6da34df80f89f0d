import { clearedBy } from "../alerts/alerts";
import type { Tx } from "../database/transaction";
import { type RunCounts, type RunPriceChanges, storedPriceChanges } from "./runs";
import { completeStage, partsOfStage } from "./stage";

/** Staged rows for each statement; cancellation is checked between two statements. */
const PART = 5_000;

// Each statement covers one range of keys, first to last, on both sides of its join, which bounds its reads
// independently of the planner's estimates. Rows that a person has changed since the evaluation stay as they are,
// because their status and version no longer match.
const END = `
  WITH ended AS (
    UPDATE recommendations r
    SET status = s.ends_as, superseded_by = CASE WHEN s.act = 'supersede' THEN s.successor_id END, updated_at = $4,
      snooze_until = NULL,
      decision = CASE WHEN s.ends_as = 'resolved' THEN 'resolve' ELSE r.decision END,
      decided_by = CASE WHEN s.ends_as = 'resolved' THEN 'system' ELSE r.decided_by END,
      decided_by_label = CASE WHEN s.ends_as = 'resolved' THEN 'Pricecheck' ELSE r.decided_by_label END,
      decided_at = CASE WHEN s.ends_as = 'resolved' THEN $4 ELSE r.decided_at END,
      decision_reason = CASE WHEN s.ends_as = 'resolved' THEN 'The condition has cleared.' ELSE r.decision_reason END
    FROM staged_recommendations s
      JOIN recommendations was ON was.workspace_id = $1 AND was.id BETWEEN $2 AND $3 AND was.id = s.prior_id
    WHERE s.prior_id BETWEEN $2 AND $3 AND s.ends_as IS NOT NULL
      AND r.workspace_id = $1 AND r.id BETWEEN $2 AND $3 AND r.id = s.prior_id
      AND r.status = s.prior_status AND r.version = s.prior_version
    RETURNING r.id, was.snooze_until)
  UPDATE staged_recommendations s
  SET ended = true, snooze_until = CASE WHEN s.inherits_snooze THEN ended.snooze_until END
  FROM ended WHERE s.prior_id BETWEEN $2 AND $3 AND ended.id = s.prior_id`;

// Looks up each row by primary key, independently of the planner's estimates for a table that has just grown.
const EVIDENCE = `
  CROSS JOIN LATERAL (
    SELECT (x.outcome::json -> 'evidence')::text AS evidence FROM run_results x
    WHERE x.workspace_id = $1 AND x.run_id = $4 AND x.item_id = s.item_id OFFSET 0) AS known`;

const KEEP = `
  UPDATE recommendations r
  SET last_run_id = $4, current_price = s.current_price, cost = s.cost, market_median = s.market_median,
    margin_before = s.margin_before, margin_after = s.margin_after, change_ratio = s.change_ratio, why = s.why,
    profit_change = s.profit_change, reason = s.reason, binding_rule = s.binding_rule, confidence = s.confidence, policy_version = $5, evidence = known.evidence,
    version = r.version + s.version_rises::int,
    updated_at = CASE WHEN s.version_rises OR r.evidence <> known.evidence THEN $6 ELSE r.updated_at END
  FROM staged_recommendations s ${EVIDENCE}
  WHERE s.prior_id BETWEEN $2 AND $3 AND s.act = 'keep'
    AND r.workspace_id = $1 AND r.id BETWEEN $2 AND $3 AND r.id = s.prior_id
    AND r.status = s.prior_status AND r.version = s.prior_version`;

const INSERT = `
  INSERT INTO recommendations (workspace_id, id, run_id, last_run_id, item_id, kind, status, snooze_until, currency,
    current_price, recommended_price, cost, market_median, margin_before, margin_after, change_ratio, why,
    profit_change, reason, binding_rule, confidence, evidence, policy_version, created_at, updated_at)
  SELECT $1, s.id, $4, $4, s.item_id, s.kind, $7, s.snooze_until, s.currency, s.current_price, s.recommended_price,
    s.cost, s.market_median, s.margin_before, s.margin_after, s.change_ratio, s.why, s.profit_change, s.reason, s.binding_rule,
    s.confidence, known.evidence, $5, $6, $6
  FROM staged_recommendations s ${EVIDENCE}
  WHERE s.item_id BETWEEN $2 AND $3 AND (s.act = 'insert' OR (s.act = 'supersede' AND s.ended))
  ON CONFLICT (workspace_id, item_id, kind)
    WHERE status IN ('held', 'new', 'accepted', 'pending_approval', 'approved') DO NOTHING`;

// Advice can replace a price change and vice versa: the successor then has another kind.
const NAME_SUCCESSORS = `
  UPDATE recommendations r SET superseded_by = s.successor_id
  FROM staged_recommendations s CROSS JOIN LATERAL (
    SELECT FROM recommendations n WHERE n.workspace_id = $1 AND n.id = s.successor_id OFFSET 0) AS successor
  WHERE s.prior_id BETWEEN $2 AND $3 AND s.act = 'withdraw' AND s.ended
    AND r.workspace_id = $1 AND r.id BETWEEN $2 AND $3 AND r.id = s.prior_id`;

// Forces hash joins over all join columns. A nested loop over two ranges is quadratic, and so is a merge by one of
// the columns; the planner prefers both when it expects one row.
const HASH_JOINS = "SET LOCAL enable_nestloop = off; SET LOCAL enable_mergejoin = off";
const ANY_JOINS = "SET LOCAL enable_nestloop TO DEFAULT; SET LOCAL enable_mergejoin TO DEFAULT";

/** Called between the parts of a publication; an error thrown by it aborts the publication. */
export type PublicationCheckpoint = () => Promise<void>;

/** Numbers of recommendations that a run inserted or confirmed. */
export interface Published {
  readonly inserted: number;
  readonly kept: number;
}

/** Applies the staged changes, one part at a time: recommendations, then alerts. */
export async function publishStage(
  tx: Tx,
  params: { runId: string; policyVersion: number; status: "new" | "held"; nowMs: number },
  checkpoint: PublicationCheckpoint,
): Promise<Published> {
  await completeStage(tx);
  await tx.run(HASH_JOINS);
  const published = await publishRecommendations(tx, params, checkpoint);
  await publishAlerts(tx, params, checkpoint);
  await tx.run(ANY_JOINS);
  return published;
}

/**
 * Ends, confirms and inserts recommendations; inserted ones start as held when a person must release the run first.
 */
async function publishRecommendations(
  tx: Tx,
  {
    runId,
    policyVersion,
    status,
    nowMs,
  }: { runId: string; policyVersion: number; status: "new" | "held"; nowMs: number },
  checkpoint: PublicationCheckpoint,
): Promise<Published> {
  const { workspaceId } = tx.tenant;
  const now = new Date(nowMs);
  let [inserted, kept] = [0, 0];
  for await (const part of partsOfStage(tx, "staged_recommendations.prior_id", PART)) {
    await checkpoint();
    await tx.run(END, [workspaceId, ...part, now]);
    kept += await tx.run(KEEP, [workspaceId, ...part, runId, policyVersion, now]);
  }
  for await (const part of partsOfStage(tx, "staged_recommendations.item_id", PART)) {
    await checkpoint();
    inserted += await tx.run(INSERT, [workspaceId, ...part, runId, policyVersion, now, status]);
  }
  for await (const part of partsOfStage(tx, "staged_recommendations.prior_id", PART)) {
    await checkpoint();
    await tx.run(NAME_SUCCESSORS, [workspaceId, ...part]);
  }
  return { inserted, kept };
}

const RAISE = `
  INSERT INTO alerts (workspace_id, id, item_id, run_id, kind, status, severity, message, currency, money_at_risk,
    first_seen, last_seen, updated_at)
  SELECT $1, s.id, s.item_id, $4, s.kind, 'open', s.severity, s.message, s.currency, s.money_at_risk, $5, $5, $5
  FROM staged_alerts s WHERE s.id BETWEEN $2 AND $3 AND s.effect = 'insert'
  ON CONFLICT (workspace_id, (COALESCE(item_id, '')), kind) WHERE NOT cleared DO NOTHING`;

const SEE = `
  UPDATE alerts a
  SET last_seen = $5, occurrences = a.occurrences + 1, run_id = $4, severity = s.severity, message = s.message,
    currency = s.currency, money_at_risk = s.money_at_risk, updated_at = $5,
    status = CASE WHEN a.snooze_until > $5 THEN a.status ELSE 'open' END,
    snooze_until = CASE WHEN a.snooze_until > $5 THEN a.snooze_until END
  FROM staged_alerts s
  WHERE s.id BETWEEN $2 AND $3 AND s.effect = 'seen'
    AND a.workspace_id = $1 AND a.id BETWEEN $2 AND $3 AND a.id = s.id AND NOT a.cleared AND a.status <> 'resolved'`;

const CLEAR = `
  UPDATE alerts a
  SET cleared = true, status = 'resolved', snooze_until = NULL, updated_at = $4,
    resolved_at = COALESCE(a.resolved_at, $4), resolution = COALESCE(a.resolution, 'The condition has cleared.'),
    ${clearedBy("a")}
  FROM staged_alerts s
  WHERE s.id BETWEEN $2 AND $3 AND s.effect = 'clear'
    AND a.workspace_id = $1 AND a.id BETWEEN $2 AND $3 AND a.id = s.id AND NOT a.cleared`;

async function publishAlerts(
  tx: Tx,
  { runId, nowMs }: { runId: string; nowMs: number },
  checkpoint: PublicationCheckpoint,
): Promise<void> {
  const { workspaceId } = tx.tenant;
  const now = new Date(nowMs);
  for await (const part of partsOfStage(tx, "staged_alerts.id", PART)) {
    await checkpoint();
    await tx.run(CLEAR, [workspaceId, ...part, now]);
    await tx.run(SEE, [workspaceId, ...part, runId, now]);
    await tx.run(RAISE, [workspaceId, ...part, runId, now]);
  }
}

/** Counts a run's items, alerts and skipped items; its recommendations were counted when they were written. */
export async function countRun(tx: Tx, runId: string, { inserted, kept }: Published): Promise<RunCounts> {
  const { workspaceId } = tx.tenant;
  const [row] = await tx.sql<{
    items: number;
    alerts: number;
    skipped: Record<string, number>;
  }>(
    `SELECT (SELECT count(*)::int FROM run_results WHERE workspace_id = $1 AND run_id = $2) AS items,
       (SELECT count(*)::int FROM alerts WHERE workspace_id = $1 AND run_id = $2 AND item_id IS NOT NULL
          AND NOT cleared AND status <> 'resolved') AS alerts,
       (SELECT COALESCE(json_object_agg(reason, n ORDER BY reason), '{}') FROM (
          SELECT reason, count(*)::int AS n FROM run_results
          WHERE workspace_id = $1 AND run_id = $2 AND reason IS NOT NULL GROUP BY reason) AS by_reason) AS skipped`,
    [workspaceId, runId],
  );
  if (row === undefined) throw new Error("counting a run gave no row");
  return { ...row, recommendations: inserted + kept };
}

/** Marks a run as succeeded; the caller has locked it. */
export async function finishRun(
  tx: Tx,
  runId: string,
  found: {
    counts: RunCounts;
    priceChanges: RunPriceChanges;
    heldReason: string | null;
    nowMs: number;
  },
): Promise<void> {
  const { counts, heldReason, nowMs } = found;
  const priceChanges = JSON.stringify(storedPriceChanges(found.priceChanges));
  await tx.run(
    `UPDATE runs SET status = 'succeeded', counts = $3, price_changes = $4, held_reason = $5, finished_at = $6,
       lease_until = NULL, total = done WHERE workspace_id = $1 AND id = $2`,
    [tx.tenant.workspaceId, runId, JSON.stringify(counts), priceChanges, heldReason, new Date(nowMs)],
  );
}

/**
 * Changes a run's held recommendations to new.
 * @returns their number
 */
export const releaseHeldRecommendations = (tx: Tx, runId: string, nowMs: number): Promise<number> =>
  tx.run(
    `UPDATE recommendations SET status = 'new', updated_at = $3
     WHERE workspace_id = $1 AND run_id = $2 AND status = 'held'`,
    [tx.tenant.workspaceId, runId, new Date(nowMs)],
  );
