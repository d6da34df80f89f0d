import type { Tx } from "@/server/db/database/transaction";
import { addJob } from "@/server/db/queue/queue";
import { nextQueuedRun } from "@/server/db/runs/runs";

/** Queues a job for the workspace's next queued run, when the transaction that ended another run commits. */
export async function startNextRun(tx: Tx): Promise<void> {
  const id = await nextQueuedRun(tx);
  if (id !== null) await addJob(tx, "run", { v: 1, workspaceId: tx.tenant.workspaceId, id });
}
