import type { Tx } from "@/server/db/database/transaction";
import { activePolicyVersion } from "@/server/db/policy/versions";
import { addJob } from "@/server/db/queue/queue";
import { addItemToQueuedRun, insertRun } from "@/server/db/runs/runs";
import { ENGINE_VERSION } from "@/server/domain/pricing/engine";
import { type RunTrigger } from "@/server/domain/runs/run";
import { isAgent } from "../agents-may-approve";
import type { RequestContext } from "../request-context";

const TRIGGER: Readonly<Record<RequestContext["via"], RunTrigger>> = {
  web: "manual",
  command: "manual",
  worker: "manual",
  api: "api",
  mcp: "mcp",
};

/**
 * Queues a run over one item after somebody corrected its inputs; a queued run over single items takes the item in.
 * It does not count against the plan's runs, because no person triggered it.
 * @returns the run's id
 */
export async function reevaluate(context: RequestContext, tx: Tx, itemId: string): Promise<string> {
  const { services, actor, via } = context;
  const byAgent = isAgent(context);
  const queuedId = await addItemToQueuedRun(tx, itemId, { byAgent });
  if (queuedId !== null) return queuedId;
  const { id } = await insertRun(tx, {
    id: services.newId("run"),
    trigger: TRIGGER[via],
    requestedBy: actor.id,
    byAgent,
    subsetTags: [],
    itemIds: [itemId],
    policyVersion: await activePolicyVersion(tx),
    engineVersion: ENGINE_VERSION,
    createdAt: new Date(services.now()),
  });
  await addJob(tx, "run", { v: 1, workspaceId: tx.tenant.workspaceId, id });
  return id;
}
