import type { Tx } from "../database/transaction";
import { isInSeries, seenBy } from "../run-series/write-seen";
import type { PublicationCheckpoint, PublicationParams, Published } from "./publication-params";
import { PART, partsOfStage } from "./stage";

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
const EVIDENCE = `(
    SELECT (x.outcome::json -> 'evidence')::text FROM run_results x
    WHERE x.workspace_id = $1 AND x.run_id = $4 AND x.item_id = s.item_id)`;

const IS_KEPT = `s.prior_id BETWEEN $2 AND $3 AND s.act = 'keep'
    AND r.workspace_id = $1 AND r.id BETWEEN $2 AND $3 AND r.id = s.prior_id
    AND r.status = s.prior_status AND r.version = s.prior_version`;

const FIGURES = [
  "current_price",
  "cost",
  "market_median",
  "margin_before",
  "margin_after",
  "change_ratio",
  "why",
  "profit_change",
  "reason",
  "binding_rule",
  "confidence",
  "basis",
];
const figuresOf = (row: "r" | "s"): string => FIGURES.map((column) => `${row}.${column}`).join(", ");

/** Whether the run has something to write about a kept row `r`, beside that it saw it. */
const HAS_CHANGED = `(NOT ${isInSeries("r", "$6")} OR s.version_rises OR r.policy_version <> $5
    OR ROW(${figuresOf("r")}) IS DISTINCT FROM ROW(${figuresOf("s")}))`;

// Its parameters are those of KEEP; one that a statement does not name has no type.
const COUNT_UNCHANGED = `
  SELECT count(*)::int AS unchanged FROM staged_recommendations s, recommendations r
  WHERE ${IS_KEPT} AND NOT ${HAS_CHANGED} AND $4::text IS NOT NULL`;

// Rows from before the basis was stored are compared by their evidence.
const KEEP = `
  UPDATE recommendations r
  SET last_run_id = $4, ${FIGURES.map((column) => `${column} = s.${column}`).join(", ")}, policy_version = $5,
    evidence = ${EVIDENCE}, version = r.version + s.version_rises::int, seen_in = ${seenBy("r", "$6", "$7")},
    updated_at = CASE WHEN s.version_rises OR r.basis <> s.basis OR (r.basis IS NULL AND r.evidence <> ${EVIDENCE})
      THEN $8 ELSE r.updated_at END
  FROM staged_recommendations s WHERE ${IS_KEPT} AND ${HAS_CHANGED}`;

const INSERT = `
  INSERT INTO recommendations (workspace_id, id, run_id, last_run_id, item_id, kind, status, snooze_until, currency,
    recommended_price, ${FIGURES.join(", ")}, evidence, policy_version, seen_in, created_at, updated_at)
  SELECT $1, s.id, $4, $4, s.item_id, s.kind, $9, s.snooze_until, s.currency, s.recommended_price,
    ${figuresOf("s")}, ${EVIDENCE}, $5, ${seenBy(null, "$6", "$7")}, $8, $8
  FROM staged_recommendations s
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

// What the run did not confirm: rows of items that it did not cover, and those that somebody changed meanwhile.
const LEAVE = `
  UPDATE recommendations r SET seen_in = '{}'
  WHERE r.workspace_id = $1 AND r.status IN ('held', 'new', 'accepted', 'pending_approval')
    AND (r.seen_in ->> $2::text)::int < $3
    AND NOT EXISTS (SELECT FROM staged_recommendations s WHERE s.act = 'keep' AND s.prior_id = r.id
      AND s.prior_status = r.status AND s.prior_version = r.version)`;

/**
 * Ends, confirms and inserts recommendations; inserted ones start as held when a person must release the run first. A
 * confirmed one is written only if its figures or its evidence, apart from its age, have changed.
 */
export async function publishRecommendations(
  tx: Tx,
  { runId, policyVersion, status, place, nowMs }: PublicationParams,
  checkpoint: PublicationCheckpoint,
): Promise<Published> {
  const { workspaceId } = tx.tenant;
  const now = new Date(nowMs);
  const run = [runId, policyVersion, place?.series ?? null] as const;
  const written = [...run, place?.number ?? null, now] as const;
  let [inserted, kept] = [0, 0];
  for await (const part of partsOfStage(tx, "staged_recommendations.prior_id", PART)) {
    await checkpoint();
    await tx.run(END, [workspaceId, ...part, now]);
    const [same] = await tx.sql<{ unchanged: number }>(COUNT_UNCHANGED, [workspaceId, ...part, ...run]);
    kept += (same?.unchanged ?? 0) + (await tx.run(KEEP, [workspaceId, ...part, ...written]));
  }
  for await (const part of partsOfStage(tx, "staged_recommendations.item_id", PART)) {
    await checkpoint();
    inserted += await tx.run(INSERT, [workspaceId, ...part, ...written, status]);
  }
  for await (const part of partsOfStage(tx, "staged_recommendations.prior_id", PART)) {
    await checkpoint();
    await tx.run(NAME_SUCCESSORS, [workspaceId, ...part]);
  }
  if (place !== null) await tx.run(LEAVE, [workspaceId, place.series, place.number]);
  return { inserted, kept };
}
