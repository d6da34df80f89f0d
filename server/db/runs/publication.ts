import { anyKey, type Tx } from "../database/transaction";
import { countInSeries, enterSeries } from "../run-series/series";
import type { PublicationCheckpoint, PublicationParams, Published } from "./publication-params";
import { publishAlerts } from "./publish-alerts";
import { publishRecommendations } from "./publish-recommendations";
import { type RunCounts, type RunPriceChanges, type RunRow, storedPriceChanges } from "./runs";
import { completeStage } from "./stage";

// Forces hash joins over all join columns. A nested loop over two ranges is quadratic, and so is a merge by one of
// the columns; the planner prefers both when it expects one row.
const HASH_JOINS = "SET LOCAL enable_nestloop = off; SET LOCAL enable_mergejoin = off";
const ANY_JOINS = "SET LOCAL enable_nestloop TO DEFAULT; SET LOCAL enable_mergejoin TO DEFAULT";

/**
 * Applies the staged changes, one part at a time: recommendations, then alerts.
 * @param run whose `itemIds` are the chosen items; none for a run over a part of the catalog
 */
export async function publishStage(
  tx: Tx,
  {
    run,
    status,
    nowMs,
  }: {
    readonly run: Pick<RunRow, "id" | "policyVersion" | "subsetTags" | "itemIds">;
  } & Pick<PublicationParams, "status" | "nowMs">,
  checkpoint: PublicationCheckpoint,
): Promise<Published> {
  const place = run.itemIds.length === 0 ? await enterSeries(tx, run.subsetTags) : null;
  const params = { runId: run.id, policyVersion: run.policyVersion, status, place, nowMs };
  await completeStage(tx);
  await tx.run(HASH_JOINS);
  const published = await publishRecommendations(tx, params, checkpoint);
  await publishAlerts(tx, params, checkpoint);
  await tx.run(ANY_JOINS);
  if (place !== null) await countInSeries(tx, place, params);
  return published;
}

/**
 * Counts a run's items, alerts and skipped items; its recommendations were counted when they were written. The open
 * alerts of its series are those that it saw.
 */
export async function countRun(
  tx: Tx,
  { id: runId, itemIds }: Pick<RunRow, "id" | "itemIds">,
  { inserted, kept }: Published,
): Promise<RunCounts> {
  const { workspaceId } = tx.tenant;
  const isOfItems = itemIds.length > 0;
  const ofItems = isOfItems ? ` AND a.item_id = ${anyKey("$3::text[]")}` : "";
  const [row] = await tx.sql<{
    items: number;
    alerts: number;
    skipped: Record<string, number>;
  }>(
    `SELECT (SELECT count(*)::int FROM run_results WHERE workspace_id = $1 AND run_id = $2) AS items,
       (SELECT count(*)::int FROM alerts a WHERE a.workspace_id = $1 AND a.item_id IS NOT NULL
          AND NOT a.cleared AND a.status <> 'resolved'${ofItems} AND (a.run_id = $2 OR EXISTS (SELECT FROM run_series s
            WHERE s.workspace_id = $1 AND s.run_id = $2 AND a.seen_in ? s.no::text))) AS alerts,
       (SELECT COALESCE(json_object_agg(reason, n ORDER BY reason), '{}') FROM (
          SELECT reason, count(*)::int AS n FROM run_results
          WHERE workspace_id = $1 AND run_id = $2 AND reason IS NOT NULL GROUP BY reason) AS by_reason) AS skipped`,
    isOfItems ? [workspaceId, runId, itemIds] : [workspaceId, runId],
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
