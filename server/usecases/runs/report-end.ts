import type { Tx } from "@/server/db/database/transaction";
import type { RunCounts, RunRow } from "@/server/db/runs/runs";
import { runDuration } from "@/server/domain/runs/run";
import { report } from "../report";
import type { Services } from "../services";

type Outcome = "succeeded" | "held" | "failed" | "canceled" | "refused";

const ASKS_FOR_A_PERSON: readonly Outcome[] = ["held", "failed", "refused"];

/**
 * Counts and logs the end of a run once the transaction that ends it is committed. One that was refused never began.
 */
export function reportRunEnd(
  services: Services,
  tx: Tx,
  run: Pick<RunRow, "id" | "trigger" | "startedAt">,
  outcome: Outcome,
  counts: RunCounts | null = null,
): void {
  const ms = runDuration(run, services.now());
  tx.afterCommit(() => {
    if (outcome !== "refused") services.meter.runEnded(outcome, ms);
    const fields = { run: run.id, outcome, trigger: run.trigger, counts, ms };
    const level = ASKS_FOR_A_PERSON.includes(outcome) ? "warn" : "info";
    report(services, tx.tenant.workspaceId, "run ended", fields, level);
  });
}
