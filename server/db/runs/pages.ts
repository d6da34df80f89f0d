import { queryInKeyOrder, type Tx } from "../database/transaction";
import type { RunLease } from "./leases";

/** A run's result for one item, private to the run until it is published. `input` and `outcome` are JSON. */
export interface RunResult {
  readonly itemId: string;
  readonly input: string;
  readonly outcome: string;
  /** A recommendation's kind, or skip. */
  readonly kind: string;
  readonly skipReason: string | null;
  readonly stock: number | null;
  /** Relative move of a price change, four decimals. */
  readonly change: string | null;
  /** The median of the market that counted, in minor units of the item's currency, and its newest observation. */
  readonly marketMedian: bigint | null;
  readonly marketAtMs: number | null;
}

// JSON text contains no control characters, so a column of it is passed as one text, without quoting or parsing an
// array.
const SEPARATOR = "\u001e";
const SAVE = `
  INSERT INTO run_results (workspace_id, run_id, item_id, input, outcome, kind, reason, change, stock,
    market_median, market_at)
  SELECT $1, $2, t.item_id, t.input, t.outcome, t.kind, NULLIF(t.reason, ''), NULLIF(t.change, '')::numeric,
    NULLIF(t.stock, '')::int, NULLIF(t.median, '')::bigint, NULLIF(t.market_at, '')::timestamptz
  FROM unnest(string_to_array($3, E'\\x1e'), string_to_array($4, E'\\x1e'), string_to_array($5, E'\\x1e'),
    string_to_array($6, E'\\x1e'), string_to_array($7, E'\\x1e'), string_to_array($8, E'\\x1e'),
    string_to_array($9, E'\\x1e'), string_to_array($10, E'\\x1e'), string_to_array($11, E'\\x1e'))
    AS t (item_id, input, outcome, kind, reason, change, stock, median, market_at)`;

/**
 * Saves one page of results, advances the run's progress and extends its lease, if the run still has this lease.
 * @returns false when it was canceled or taken over by another worker; then nothing was saved
 */
export async function saveRunPage(
  tx: Tx,
  { id, fence }: RunLease,
  results: readonly RunResult[],
  leaseUntilMs: number,
): Promise<boolean> {
  const { workspaceId } = tx.tenant;
  const updated = await tx.run(
    `UPDATE runs SET cursor = $4, done = done + $5, total = GREATEST(total, done + $5), lease_until = $6
     WHERE workspace_id = $1 AND id = $2 AND fence = $3 AND status = 'running'`,
    [workspaceId, id, fence, results.at(-1)?.itemId ?? null, results.length, new Date(leaseUntilMs)],
  );
  if (updated === 0) return false;
  const column = (valueOf: (result: RunResult) => string) => results.map(valueOf).join(SEPARATOR);
  await tx.run(SAVE, [
    workspaceId,
    id,
    column((each) => each.itemId),
    column((each) => each.input),
    column((each) => each.outcome),
    column((each) => each.kind),
    column((each) => each.skipReason ?? ""),
    column((each) => each.change ?? ""),
    column((each) => each.stock?.toString() ?? ""),
    column((each) => each.marketMedian?.toString() ?? ""),
    column((each) => (each.marketAtMs === null ? "" : new Date(each.marketAtMs).toISOString())),
  ]);
  return true;
}

/**
 * Returns up to `limit` outcomes of a run after an item, in order of item id, with the stock at the time of each
 * decision.
 */
export const readRunOutcomes = (
  tx: Tx,
  runId: string,
  after: string | null,
  limit: number,
): Promise<{ itemId: string; outcome: string; stock: number | null }[]> =>
  queryInKeyOrder(
    tx,
    `SELECT item_id AS "itemId", outcome, stock FROM run_results
     WHERE workspace_id = $1 AND run_id = $2 AND item_id > $3 ORDER BY item_id LIMIT $4`,
    [tx.tenant.workspaceId, runId, after ?? "", limit],
  );

/** An item's stored input and outcome. */
export type StoredResult = Pick<RunResult, "itemId" | "input" | "outcome">;

/** Returns up to `limit` results of a run after an item, in order of item id. */
export const readRunResults = (
  tx: Tx,
  runId: string,
  after: string | null,
  limit: number,
): Promise<StoredResult[]> =>
  queryInKeyOrder(
    tx,
    `SELECT item_id AS "itemId", input, outcome FROM run_results
     WHERE workspace_id = $1 AND run_id = $2 AND item_id > $3 ORDER BY item_id LIMIT $4`,
    [tx.tenant.workspaceId, runId, after ?? "", limit],
  );

/** Returns the stored inputs of some items of a run. */
export const readRunInputs = (
  tx: Tx,
  runId: string,
  itemIds: readonly string[],
): Promise<Pick<RunResult, "itemId" | "input">[]> =>
  tx.sql<Pick<RunResult, "itemId" | "input"> & Record<string, unknown>>(
    `SELECT item_id AS "itemId", input FROM run_results
     WHERE workspace_id = $1 AND run_id = $2 AND item_id = ANY($3)`,
    [tx.tenant.workspaceId, runId, itemIds],
  );

/** Counts the stored results of those runs. */
export async function countRunResults(tx: Tx, runIds: readonly string[]): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(
    "SELECT count(*)::int AS count FROM run_results WHERE workspace_id = $1 AND run_id = ANY($2)",
    [tx.tenant.workspaceId, runIds],
  );
  return row?.count ?? 0;
}

/**
 * Counts a run's items and price changes, and returns the lower and upper median size of the changes in basis points.
 */
export async function measureRun(
  tx: Tx,
  runId: string,
): Promise<{ items: number; moved: number; lowerMedian: bigint; upperMedian: bigint }> {
  const [row] = await tx.sql<{ items: number; moved: number; lower: bigint | null; upper: bigint | null }>(
    `SELECT count(*)::int AS items, count(change)::int AS moved,
       (percentile_disc(0.5) WITHIN GROUP (ORDER BY abs(change)) * 10000)::bigint AS lower,
       (percentile_disc(0.5) WITHIN GROUP (ORDER BY abs(change) DESC) * 10000)::bigint AS upper
     FROM run_results WHERE workspace_id = $1 AND run_id = $2`,
    [tx.tenant.workspaceId, runId],
  );
  return {
    items: row?.items ?? 0,
    moved: row?.moved ?? 0,
    lowerMedian: row?.lower ?? 0n,
    upperMedian: row?.upper ?? 0n,
  };
}
