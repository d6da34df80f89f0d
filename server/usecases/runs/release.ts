import { releaseHeldRecommendations } from "@/server/db/runs/publication";
import { lockRun, updateRun } from "@/server/db/runs/runs";
import { DomainError, notFound } from "@/server/domain/errors";
import { evaluateRelease } from "@/server/domain/runs/run";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import type { RunChange } from "./cancel";
import { settleHeldAlert } from "./held-alert";

/**
 * Releases a run's held recommendations: they become `new`, and the alert ends unless another run holds some. A
 * repeat changes nothing.
 * @throws DomainError not_found, conflict on a run that was not held, plan_limit
 */
export async function releaseRun(context: RequestContext, id: string): Promise<RunChange> {
  const now = context.services.now();
  return writeTransaction(context, async (tx) => {
    const run = await lockRun(tx, id);
    if (run === null) throw notFound("run");
    if (run === "busy") throw notHeld("running");
    const verdict = evaluateRelease({
      status: run.status,
      held: run.heldReason !== null,
      released: run.releasedAt !== null,
    });
    if ("idempotent" in verdict) return { idempotent: true };
    if ("conflict" in verdict) throw notHeld(verdict.conflict);
    requireWritableWorkspace(context);
    const row = await updateRun(tx, id, { releasedAt: new Date(now) });
    const released = await releaseHeldRecommendations(tx, id, now);
    await settleHeldAlert(tx, now);
    await recordChange(context, tx, {
      action: "run.release",
      subject: id,
      after: { recommendations: released },
    });
    return { idempotent: false, row };
  });
}

const notHeld = (status: string): DomainError =>
  new DomainError("conflict", "The run holds nothing back.", { current_status: status });
