import {
  addOrphanedJobs,
  type DuePage,
  dueWork,
  nextCursor,
  TASK_NAMES,
  type TaskName,
} from "@/server/db/queue/queue";
import type { Services } from "@/server/usecases/services";

const BATCH = 100;

/**
 * Returns a function that re-enqueues orphaned work: rows that wait without a lease (their worker was killed, or a
 * dead worker still holds the job) get a new job. Finding a row twice is harmless. Each call processes the next
 * hundred of every kind and restarts after the last, so that work that stays due cannot hide other work for long.
 */
export function createSweeper(services: Services): () => Promise<void> {
  const after = new Map<TaskName, string>();
  return async () => {
    for (const name of TASK_NAMES) {
      const part: DuePage = { atMs: services.now(), afterId: after.get(name) ?? "", most: BATCH };
      const payloads = await dueWork(services.db, name, part);
      await addOrphanedJobs(services.db, name, payloads);
      after.set(name, nextCursor(payloads, part));
    }
  };
}
