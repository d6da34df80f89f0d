import { purgeResults } from "@/server/db/runs/results";
import type { Services } from "../request-context";

const RUNS_AT_ONCE = 20;

/**
 * Drops what old runs of every workspace stored item by item, a few runs in a transaction; a recommendation keeps its own
 * evidence. See docs/decisions on how long results are kept.
 */
export async function purgeOldResults({ db, settings, now }: Services): Promise<void> {
  const at = now();
  const part = { endedBeforeMs: at - settings.resultsKeptMs, atMs: at, most: RUNS_AT_ONCE };
  while ((await purgeResults(db, part)) === RUNS_AT_ONCE);
}
