import { addFoundJobs, type DuePart, nextAfter, TASK_NAMES, type TaskName } from "@/server/db/queue/queue";
import type { Services } from "@/server/usecases/request-context";
import { TASKS } from "./tasks";

const BATCH = 100;

/**
 * Makes a function that looks once for work that waits without anybody holding it (its worker was killed, or its job is
 * held by a dead one for hours) and gives it a new job. Finding the same twice is harmless. Each call looks at the next
 * hundred of every kind and begins anew after the last, so work that stays due cannot hide other work for long.
 */
export function sweeperOf(services: Services): () => Promise<void> {
  const after = new Map<TaskName, string>();
  return async () => {
    for (const name of TASK_NAMES) {
      const part: DuePart = { atMs: services.now(), afterId: after.get(name) ?? "", most: BATCH };
      const found = await TASKS[name]?.due(services, part);
      if (found === undefined) continue;
      await addFoundJobs(services.db, name, found);
      after.set(name, nextAfter(found, part));
    }
  };
}
