import { clearAlert, raiseAlert } from "@/server/db/alerts/alerts";
import { clearResolvedAlert, moveAlert } from "@/server/db/alerts/run-alerts";
import type { Tx } from "@/server/db/database/transaction";
import { heldRun } from "@/server/db/runs/held";
import type { Services } from "../services";

const messageOf = (heldReason: string): string =>
  `${heldReason} Its recommendations are held until somebody releases them.`;

/**
 * Raises the alert that a run's recommendations are held, also where a person resolved that about an earlier run.
 * @param nowMs milliseconds since 1970
 */
export async function raiseHeldAlert(
  services: Services,
  tx: Tx,
  { runId, heldReason }: { readonly runId: string; readonly heldReason: string },
  nowMs: number,
): Promise<void> {
  const alert = {
    id: services.newId("alert"),
    kind: "run_held",
    itemId: null,
    runId,
    writeBackId: null,
    message: messageOf(heldReason),
  } as const;
  await clearResolvedAlert(tx, alert, nowMs);
  await raiseAlert(tx, alert, nowMs);
}

/**
 * Ends that alert once no run holds recommendations. While one does, the alert is about the newest of them.
 * @param nowMs milliseconds since 1970
 */
export async function settleHeldAlert(tx: Tx, nowMs: number): Promise<void> {
  const held = await heldRun(tx);
  if (held === null) return clearAlert(tx, { kind: "run_held", itemId: null }, nowMs);
  await moveAlert(tx, { kind: "run_held", runId: held.id, message: messageOf(held.heldReason) }, nowMs);
}
