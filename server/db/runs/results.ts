import type { Database } from "../database/database";
import { queryAsSystem } from "../database/query";

/**
 * Deletes, in every workspace, the results of up to `most` runs that ended before that time and have no open
 * recommendation; records the deletion on the runs.
 * @returns the number of runs
 */
export async function purgeResults(
  db: Database,
  { endedBeforeMs, atMs, most }: { endedBeforeMs: number; atMs: number; most: number },
): Promise<number> {
  const [row] = await queryAsSystem<{ runs: bigint }>(
    db,
    { name: "forget_results", text: "SELECT forget_results($1, $2, $3) AS runs" },
    [new Date(endedBeforeMs), new Date(atMs), most],
  );
  return Number(row?.runs ?? 0n);
}
