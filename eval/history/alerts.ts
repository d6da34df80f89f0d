import { type RequestContext, read } from "@/server/usecases/request-context";

/** Alerts over all runs: `repeated` are those that fired anew while the same condition had been told and not cleared. */
export interface AlertCounts {
  fired: number;
  cleared: number;
  repeated: number;
}

/** Watches which conditions the workspace was told of, run after run. */
export function alertWatch(context: RequestContext) {
  const counts: AlertCounts = { fired: 0, cleared: 0, repeated: 0 };
  let holding = new Map<string, string>();
  return {
    counts,
    /** Looks after a run, before the next one. */
    async look(): Promise<void> {
      const rows = await read(context, (tx) =>
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
        if (holding.get(key) === id) continue;
        counts.fired += 1;
        if (holding.has(key)) counts.repeated += 1;
      }
      for (const key of holding.keys()) if (!now.has(key)) counts.cleared += 1;
      holding = now;
    },
  };
}
