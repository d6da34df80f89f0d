import type { BatchRow } from "@/server/db/decision-batches/batches";
import { findBatch } from "@/server/db/decision-batches/batches";
import type { RevertSource } from "@/server/db/decision-batches/revert-targets";
import { findRun } from "@/server/db/runs/runs";
import { DomainError, notFound } from "@/server/domain/errors";
import type { RequestContext } from "../request-context";
import { readTransaction } from "../transaction";
import type { BatchAuthority } from "./authority";
import { createBatch } from "./create";

/** The batches that write prices. */
const WRITING: ReadonlySet<string> = new Set(["approve", "revert"]);

/**
 * Freezes a batch that takes back the prices of a run, or those that another batch wrote. Decides nothing;
 * `confirmBatch` with the hash does.
 * @throws DomainError not_found; conflict for a batch that still runs or writes no prices; plan_limit, and the 403 that
 * the single revert would end with
 */
export async function createRevertBatch(
  context: RequestContext,
  authority: BatchAuthority,
  source: RevertSource,
): Promise<BatchRow> {
  await readTransaction(context, async (tx) => {
    if ("runId" in source) {
      if ((await findRun(tx, source.runId)) === null) throw notFound("run");
      return;
    }
    const batch = await findBatch(tx, source.batchId);
    if (batch === null) throw notFound("batch");
    if (!WRITING.has(batch.action))
      throw new DomainError("conflict", "This batch wrote no prices that could be taken back.");
    if (batch.status === "running")
      throw new DomainError("conflict", "The batch is still carried out; cancel it first, or wait.", {
        current_status: batch.status,
      });
  });
  return createBatch(context, authority, { action: "revert", source, reason: null, snoozeUntil: null });
}
