import { inKeyOrder, type Tx } from "../database/transaction";
import type { RunLease } from "./leases";

/** What a run worked out for one item, private to the run until it is published. `input` and `outcome` are JSON. */
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
}

// JSON text holds no control characters, so a column of it can travel as one text: no quoting, no parsing of an array.
const SEPARATOR = "\u001e";
const SAVE = `
  INSERT INTO run_results (workspace_id, run_id, item_id, input, outcome, kind, reason, change, stock)
  SELECT $1, $2, t.item_id, t.input, t.outcome, t.kind, NULLIF(t.reason, ''), NULLIF(t.change, '')::numeric,
    NULLIF(t.stock, '')::int
  FROM unnest(string_to_array($3, E'\\x1e'), string_to_array($4, E'\\x1e'), string_to_array($5, E'\\x1e'),
    string_to_array($6, E'\\x1e'), string_to_array($7, E'\\x1e'), string_to_array($8, E'\\x1e'),
    string_to_array($9, E'\\x1e'))
    AS t (item_id, input, outcome, kind, reason, change, stock)`;

/**
 * Saves one page with the progress it means and a longer lease, if the run is still held by that fence.
 * @returns false when it is not: canceled, or taken over by another worker; then nothing was saved
 */
export async function saveRunPage(
  tx: Tx,
  { id, fence }: RunLease,
  results: readonly RunResult[],
  leaseUntilMs: number,
): Promise<boolean> {
  const { workspaceId } = tx.tenant;
  const held = await tx.run(
    `UPDATE runs SET cursor = $4, done = done + $5, total = GREATEST(total, done + $5), lease_until = $6
     WHERE workspace_id = $1 AND id = $2 AND fence = $3 AND status = 'running'`,
    [workspaceId, id, fence, results.at(-1)?.itemId ?? null, results.length, new Date(leaseUntilMs)],
  );
  if (held === 0) return false;
  const column = (of: (result: RunResult) => string) => results.map(of).join(SEPARATOR);
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
  ]);
  return true;
}

/** Up to `limit` outcomes of a run after an item, in order of item id, with the stock each was decided at. */
export const readRunOutcomes = (
  tx: Tx,
  runId: string,
  after: string | null,
  limit: number,
): Promise<{ itemId: string; outcome: string; stock: number | null }[]> =>
  inKeyOrder(
    tx,
    `SELECT item_id AS "itemId", outcome, stock FROM run_results
     WHERE workspace_id = $1 AND run_id = $2 AND item_id > $3 ORDER BY item_id LIMIT $4`,
    [tx.tenant.workspaceId, runId, after ?? "", limit],
  );

/** What an item was decided from and what came of it, as it was saved. */
export type StoredResult = Pick<RunResult, "itemId" | "input" | "outcome">;

/** Up to `limit` results of a run after an item, in order of item id. */
export const readRunResults = (
  tx: Tx,
  runId: string,
  after: string | null,
  limit: number,
): Promise<StoredResult[]> =>
  inKeyOrder(
    tx,
    `SELECT item_id AS "itemId", input, outcome FROM run_results
     WHERE workspace_id = $1 AND run_id = $2 AND item_id > $3 ORDER BY item_id LIMIT $4`,
    [tx.tenant.workspaceId, runId, after ?? "", limit],
  );

/** How many results those runs have stored. */
export async function countRunResults(tx: Tx, runIds: readonly string[]): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(
    "SELECT count(*)::int AS count FROM run_results WHERE workspace_id = $1 AND run_id = ANY($2)",
    [tx.tenant.workspaceId, runIds],
  );
  return row?.count ?? 0;
}

/** How many items a run decided, how many prices it would move, and the median size of the moves in ten-thousandths. */
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
