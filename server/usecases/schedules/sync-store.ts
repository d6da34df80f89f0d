import { findConnected } from "@/server/db/integrations/integrations";
import { requestSyncIn } from "../integrations/request-sync";
import { parseReport } from "../integrations/sync-report";
import { failure, lookAgain, type StepOutcome, type StepWork } from "./step";

/**
 * Syncs the connected store, or waits for the sync that is under way; done without a store. Where the sync fails, the
 * occurrence fails: a run over prices and costs of before is not what the schedule promises.
 */
export async function syncStore({ context, tx, occurrence, nowMs }: StepWork): Promise<StepOutcome> {
  const store = await findConnected(tx);
  if (store === null) return { act: "done" };
  if (occurrence.stepSince === null) {
    await requestSyncIn(context, tx, "changes");
    return lookAgain(nowMs, { stepSince: new Date(nowMs) });
  }
  if (store.syncStatus === "queued" || store.syncStatus === "running") return lookAgain(nowMs);
  if (store.syncStatus !== "failed") return { act: "done" };
  const error = parseReport(store.syncCounts)?.error ?? "The store does not answer.";
  return failure(`The store could not be synced. ${error}`);
}
