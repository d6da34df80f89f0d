import type { Tx } from "../database/transaction";

/** The series of a run, which are the runs over the same part of the catalog, and the run's number in it. */
export interface SeriesPlace {
  /** The series' number, as a key of `seen_in`. */
  readonly series: string;
  readonly number: number;
}

/**
 * Returns the place of a run that is being published, and creates its series with the first run over these tags. The
 * series stays locked, so that nobody forgets it meanwhile. Nothing is counted yet: until `countInSeries`, rows show
 * what earlier runs saw.
 * @param tags the run's tags, in any order; none for the whole catalog
 */
export async function enterSeries(tx: Tx, tags: readonly string[]): Promise<SeriesPlace> {
  const { workspaceId } = tx.tenant;
  const part = [...new Set(tags)].sort();
  const [row] = await tx.sql<SeriesPlace>(
    `INSERT INTO run_series (workspace_id, no, tags)
     SELECT $1, COALESCE(max(no), 0) + 1, $2 FROM run_series WHERE workspace_id = $1
     ON CONFLICT (workspace_id, tags) DO UPDATE SET tags = EXCLUDED.tags
     RETURNING no::text AS series, runs + 1 AS number`,
    [workspaceId, part],
  );
  if (row === undefined) throw new Error("a series that was created is not there");
  return row;
}

/** Counts a run in its series: from the commit on, every row of the series was seen by this run. */
export async function countInSeries(
  tx: Tx,
  { series, number }: SeriesPlace,
  { runId, nowMs }: { readonly runId: string; readonly nowMs: number },
): Promise<void> {
  await tx.run(
    `UPDATE run_series SET runs = $3, run_id = $4, at = $5,
       published = (SELECT max(o.published) + 1 FROM run_series o WHERE o.workspace_id = $1)
     WHERE workspace_id = $1 AND no = $2::int`,
    [tx.tenant.workspaceId, series, number, runId, new Date(nowMs)],
  );
}
