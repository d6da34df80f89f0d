import { setTimeout as delay } from "node:timers/promises";
import { dueWork, nextCursor } from "@/server/db/queue/queue";
import { findRun, type RunRow } from "@/server/db/runs/runs";
import { isRunFinished } from "@/server/domain/runs/run";
import { operatorContext } from "@/server/usecases/operator-context";
import type { RequestContext } from "@/server/usecases/request-context";
import { processRun } from "@/server/usecases/runs/process";
import { triggerRun } from "@/server/usecases/runs/trigger";
import { readTransaction } from "@/server/usecases/transaction";
import { command, flag, list, optional, required } from "./command";

const POLL_INTERVAL_MS = 200;
const BATCH = 1_000;
const HELD = {
  next: "Look at what it found, then release the run in the browser or with POST /runs/{id}/release.",
};

export const runs = [
  command(
    "run",
    "Asks for a run over the catalog, or over items with one of the tags",
    { workspace: required("ID"), tags: optional("a,b"), wait: flag },
    async ({ services }, { workspace, tags, wait }) => {
      const context = await operatorContext(services, workspace);
      const triggered = await triggerRun(context, { subsetTags: list(tags), trigger: "manual" });
      const run = wait ? await finished(context, triggered.id) : triggered;
      if (run.status === "failed") throw new Error(run.error ?? "The run failed.");
      const { id, status, counts, heldReason } = run;
      const hold = heldReason === null ? {} : { held: { reason: heldReason, ...HELD } };
      return { id, status, counts, ...hold };
    },
  ),
];

/** Processes the workspace's runs until the given run is finished; a running service may process them as well. */
async function finished(context: RequestContext, id: string): Promise<RunRow> {
  const { services, tenant } = context;
  let afterId = "";
  for (;;) {
    const part = { atMs: services.now(), afterId, most: BATCH };
    const duePage = await dueWork(services.db, "run", part);
    afterId = nextCursor(duePage, part);
    for (const due of duePage)
      if (due.workspaceId === tenant.workspaceId) await processRun(services, tenant, due.id);
    const run = await readTransaction(context, (tx) => findRun(tx, id));
    if (!run) throw new Error("The run is not there any more.");
    if (isRunFinished(run.status)) return run;
    await delay(POLL_INTERVAL_MS);
  }
}
