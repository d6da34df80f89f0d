import { addFoundJobs, TASK_NAMES } from "@/server/db/queue";
import type { Services } from "@/server/usecases/acting";
import { TASKS } from "./tasks";

const MOST = 100;

/**
 * Looks once for work that waits without anybody holding it (its worker was killed, or its job is held by a dead one
 * for hours) and gives it a new job. Finding the same twice is harmless.
 */
export async function sweep(services: Services): Promise<void> {
  for (const name of TASK_NAMES) {
    const found = await TASKS[name]?.due(services, MOST);
    if (found !== undefined) await addFoundJobs(services.db, name, found);
  }
}
