import type { RequestContext } from "@/server/usecases/request-context";
import { readTransaction } from "@/server/usecases/transaction";

/**
 * Alert counts over all runs: `repeated` counts those raised again although the same condition had an uncleared
 * alert.
 */
export interface AlertCounts {
  fired: number;
  cleared: number;
  repeated: number;
}

/** Tracks the workspace's uncleared alerts from run to run. */
export function alertWatch(context: RequestContext) {
  const counts: AlertCounts = { fired: 0, cleared: 0, repeated: 0 };
  let open = new Map<string, string>();
  return {
    counts,
    /** Compares the alerts with those after the previous run; call it after each run. */
    async look(): Promise<void> {
      const rows = await readTransaction(context, (tx) =>
        tx.sql<{ id: string; item_id: string | null; kind: string }>(
          "SELECT id, item_id, kind FROM alerts WHERE workspace_id = $1 AND NOT cleared",
          [tx.tenant.workspaceId],
        ),
      );
      const now = new Map<string, string>();
      for (const { id, item_id: item, kind } of rows) {
        const key = `${kind} ${item ?? ""}`;
        if (now.has(key)) counts.repeated += 1;
        now.set(key, id);
        if (open.get(key) === id) continue;
        counts.fired += 1;
        if (open.has(key)) counts.repeated += 1;
      }
      for (const key of open.keys()) if (!now.has(key)) counts.cleared += 1;
      open = now;
    },
  };
}
