import type { Tx } from "@/server/db/database/transaction";
import type { LogFields } from "@/server/domain/log/events";
import { report } from "../report";
import type { Services } from "../services";

/** Logs once the transaction is committed that a slot of a schedule came, or that its occurrence ended. */
export function reportSchedule(
  services: Services,
  tx: Tx,
  fields: Pick<LogFields<"schedule">, "schedule" | "occurrence" | "step" | "run" | "late"> & {
    readonly outcome: "fired" | "succeeded" | "skipped" | "failed" | "refused";
    readonly missed?: number;
  },
): void {
  const { outcome, missed = 0 } = fields;
  const needsPerson = outcome === "failed" || outcome === "refused" || (outcome === "fired" && missed > 0);
  const level = needsPerson ? "warn" : "info";
  tx.afterCommit(() => report(services, tx.tenant.workspaceId, "schedule", fields, level));
}
