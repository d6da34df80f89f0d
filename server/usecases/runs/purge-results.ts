import { purgeResults } from "@/server/db/runs/results";
import type { Services } from "../services";

const RUNS_AT_ONCE = 20;

/**
 * Deletes the results per item of old runs in all workspaces, a few runs per transaction; recommendations keep their
 * own evidence. docs/decisions explains the retention of results.
 */
export async function purgeOldResults({ db, settings, now }: Services): Promise<void> {
  const at = now();
  const batch = { endedBeforeMs: at - settings.resultsRetentionMs, atMs: at, most: RUNS_AT_ONCE };
  while ((await purgeResults(db, batch)) === RUNS_AT_ONCE);
}
