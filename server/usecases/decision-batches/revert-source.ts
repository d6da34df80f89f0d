import type { BatchRow } from "@/server/db/decision-batches/batches";
import { findBatch } from "@/server/db/decision-batches/batches";
import type { RevertSource } from "@/server/db/decision-batches/revert-targets";
import { findRun } from "@/server/db/runs/runs";
import { isRestorable } from "@/server/domain/decision-batches/batch";
import { DomainError, notFound } from "@/server/domain/errors";
import type { RequestContext } from "../request-context";
import { readTransaction } from "../transaction";
import type { BatchAuthority } from "./authority";
import { createBatch, type TakeBack } from "./create";

/** The batches that write prices. */
const WRITING: ReadonlySet<string> = new Set(["approve", "revert"]);

/**
 * Freezes a batch that takes back the prices of a run, or what another batch did: the prices that it wrote, or its
 * decisions. Changes nothing; `confirmBatch` with the hash does.
 * @throws DomainError not_found; conflict for a batch that still runs or whose decisions are final; plan_limit, and the
 * 403 that the single operation would end with
 */
export async function createRevertBatch(
  context: RequestContext,
  authority: BatchAuthority,
  source: RevertSource,
): Promise<BatchRow> {
  const request = await readTransaction(context, async (tx): Promise<TakeBack> => {
    if ("runId" in source) {
      if ((await findRun(tx, source.runId)) === null) throw notFound("run");
      return { of: "recommendations", action: "revert", source };
    }
    const batch = await findBatch(tx, source.batchId);
    if (batch === null) throw notFound("batch");
    const taken = takingBack(batch);
    if (taken === null)
      throw new DomainError("conflict", "What this batch decided cannot be taken back.", {
        current_status: batch.status,
      });
    if (batch.status === "running")
      throw new DomainError("conflict", "The batch is still carried out; cancel it first, or wait.", {
        current_status: batch.status,
      });
    return taken;
  });
  return createBatch(context, authority, { ...request, reason: null, snoozeUntil: null });
}

/** What takes a batch back, or null if nothing does: prices that were written are written back. */
export function takingBack({
  id: batchId,
  of,
  action,
}: Pick<BatchRow, "id" | "of" | "action">): TakeBack | null {
  if (WRITING.has(action)) return { of: "recommendations", action: "revert", source: { batchId } };
  return isRestorable(action) ? { of, action: "restore", source: { batchId } } : null;
}
