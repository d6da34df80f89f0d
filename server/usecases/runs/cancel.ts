import { deleteRunResults, lockRun, type RunRow, updateRun } from "@/server/db/runs/runs";
import { DomainError, notFound } from "@/server/domain/errors";
import { evaluateCancel } from "@/server/domain/runs/run";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { startNextRun } from "./queue-next";
import { reportRunEnd } from "./report-end";

export type RunChange = { readonly idempotent: true } | { readonly idempotent: false; readonly row: RunRow };

/**
 * Cancels a queued or running run, until its publication commits; nothing of it is published. A repeat changes
 * nothing.
 * @throws DomainError not_found, conflict on a finished run or one whose publication is being committed, plan_limit
 */
export async function cancelRun(context: RequestContext, id: string): Promise<RunChange> {
  const now = new Date(context.services.now());
  return writeTransaction(context, async (tx) => {
    const run = await lockRun(tx, id);
    if (run === null) throw notFound("run");
    if (run === "busy")
      throw new DomainError("conflict", "The run is just about to finish; ask again.", {
        current_status: "running",
      });
    const verdict = evaluateCancel(run.status);
    if ("idempotent" in verdict) return { idempotent: true };
    if ("conflict" in verdict)
      throw new DomainError("conflict", `The run is ${verdict.conflict}; there is nothing left to cancel.`, {
        current_status: verdict.conflict,
      });
    requireWritableWorkspace(context);
    const row = await updateRun(tx, id, { status: verdict.effect, finishedAt: now });
    await deleteRunResults(tx, id);
    await startNextRun(tx);
    await recordChange(context, tx, {
      action: "run.cancel",
      subject: id,
      before: { status: run.status },
      after: { status: row.status },
    });
    reportRunEnd(context.services, tx, run, "canceled");
    return { idempotent: false, row };
  });
}
