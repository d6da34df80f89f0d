import { z } from "zod";
import { openDatabase } from "@/server/db/database/database";
import { type Tenant, tenantOf } from "@/server/db/database/tenant";
import { startQueue, type TaskName } from "@/server/db/queue/queue";
import { repeat } from "@/server/jobs/repeating";
import { createSweeper } from "@/server/jobs/sweeper";
import type { Checkpoint } from "@/server/usecases/checkpoints";
import type { Services } from "@/server/usecases/services";
import type { Settings } from "@/server/usecases/settings";
import { QUIET, quietServices } from "./quiet-services";

const SWEEP_EVERY_MS = 250;
const Payload = z.object({ workspaceId: z.string(), id: z.string() });

export interface KillableWorker {
  readonly databaseUrl: string;
  readonly settings: Settings;
  /** Number of connections to the database. */
  readonly connections: number;
  /** Number of jobs at the same time. */
  readonly concurrency: number;
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
  /** Called at every point of the work; it may kill the process or delay the work. */
  readonly checkpoint: (point: Checkpoint) => undefined | Promise<void>;
  /** The jobs that the worker does. */
  readonly tasks: Readonly<
    Partial<Record<TaskName, (services: Services, tenant: Tenant, id: string) => Promise<void>>>
  >;
}

/** Works on the jobs of a database in this process, and sweeps for orphaned work, until SIGTERM. */
export async function runKillableWorker(worker: KillableWorker): Promise<void> {
  const { settings, now, checkpoint, concurrency } = worker;
  const db = openDatabase(worker.databaseUrl, { connections: worker.connections });
  const services = quietServices(db, settings, { now, checkpoint });
  const tasks = Object.fromEntries(
    Object.entries(worker.tasks).map(([name, task]) => [
      name,
      (payload: unknown) => {
        const { workspaceId, id } = Payload.parse(payload);
        return task(services, tenantOf(workspaceId), id);
      },
    ]),
  );
  const queue = await startQueue(db, tasks, { concurrency, pollMs: SWEEP_EVERY_MS, log: QUIET });
  const sweeper = repeat(QUIET, "looking for waiting work", createSweeper(services), SWEEP_EVERY_MS);
  process.once("SIGTERM", () => {
    void sweeper
      .stop()
      .then(() => queue.stop())
      .then(() => process.exit(0));
  });
}
