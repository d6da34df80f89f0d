import type { Tx } from "@/server/db/database/transaction";
import { report } from "../report";
import type { SyncReport } from "./sync-report";
import type { SyncWork } from "./sync-step";

/** Logs the end of a sync, or its wait until a time, once the transaction is committed. */
export function logSync(
  { context, lease, kind, begunAt, position }: SyncWork,
  tx: Tx,
  { seen, pages, created, updated, linked, vanished }: SyncReport,
  end: { readonly outcome: "ok" | "failed" } | { readonly outcome: "waiting"; readonly until: Date },
): void {
  tx.afterCommit(() => {
    const fields = {
      integration: lease.id,
      kind,
      items: seen,
      changes: created + updated + linked + vanished,
      pages,
      tries: position.tries,
      ms: Math.round(performance.now() - begunAt),
      ...end,
    };
    if (end.outcome !== "waiting") context.services.meter.syncEnded(end.outcome);
    const level = end.outcome === "failed" ? "warn" : "info";
    report(context.services, tx.tenant.workspaceId, "sync ended", fields, level);
  });
}
