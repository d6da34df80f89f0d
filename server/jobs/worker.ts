import { z } from "zod";
import { startQueue, TASK_NAMES, type TaskName, type WorkedQueue } from "@/server/db/queue/queue";
import type { DeprecatedOperation } from "@/server/domain/deprecation";
import { HOUR_MS } from "@/server/domain/durations";
import { notifyDeprecations } from "@/server/usecases/notifications/deprecations";
import { notifyMembers } from "@/server/usecases/notifications/notify";
import { reportChecks } from "@/server/usecases/offers/check-tally";
import { withOrigin } from "@/server/usecases/report";
import { purgeOldRows } from "@/server/usecases/retention/purge";
import { purgeOldResults } from "@/server/usecases/runs/purge-results";
import type { Services } from "@/server/usecases/services";
import { runMaintenance } from "./maintenance";
import { repeat } from "./repeating";
import { createSweeper } from "./sweeper";
import { JOB_KINDS, type JobKind, QUEUES, type QueueName, tenantOfJob } from "./tasks";

const MAINTENANCE_INTERVAL_MS = 60_000;
const NOTIFICATION_INTERVAL_MS = 60_000;
const PURGE_INTERVAL_MS = HOUR_MS;
const Payload = z.object({ v: z.literal(1), workspaceId: z.string().min(1), id: z.string().min(1) });

/** A running worker of the queue. */
export interface Worker {
  /**
   * Takes no further jobs; a run stops after its current batch of items, and another worker continues it. Resolves when
   * the jobs in progress have ended.
   */
  stop(): Promise<void>;
}

export interface WorkerOptions {
  readonly concurrency?: number;
  readonly sweepIntervalMs?: number;
  /** Deprecated operations to announce to the workspaces. */
  readonly deprecations?: readonly DeprecatedOperation[];
}

/**
 * Processes jobs and re-enqueues lost ones until stopped. Any number of workers may share a database.
 * @param options.concurrency number of jobs at once in each of the queues
 * @param options.sweepIntervalMs interval between searches for lost work, in milliseconds
 * @throws Error when the queue is not installed or the database cannot be reached
 */
export async function startWorker(
  services: Services,
  { concurrency = 4, sweepIntervalMs = 2_000, deprecations = [] }: WorkerOptions = {},
): Promise<Worker> {
  const stopping = new AbortController();
  const queueOptions = { concurrency, pollMs: sweepIntervalMs, log: services.log };
  const queues: WorkedQueue[] = [];
  for (const name of QUEUES)
    queues.push(await startQueue(services.db, handlersOf(services, name, stopping.signal), queueOptions));
  const sweeper = repeat(services.log, "searching for lost jobs", createSweeper(services), sweepIntervalMs);
  const maintenance = repeat(
    services.log,
    "maintenance",
    () => runMaintenance(services),
    MAINTENANCE_INTERVAL_MS,
  );
  const purge = repeat(services.log, "purging old rows", () => purgeAndReport(services), PURGE_INTERVAL_MS);
  const notifyAll = async (): Promise<void> => {
    await notifyMembers(services);
    await notifyDeprecations(services, deprecations);
  };
  const notifications = repeat(services.log, "notifying members", notifyAll, NOTIFICATION_INTERVAL_MS);
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all([sweeper.stop(), maintenance.stop(), purge.stop(), notifications.stop()]);
      await Promise.all(queues.map((queue) => queue.stop()));
      reportChecks(services);
    },
  };
}

async function purgeAndReport(services: Services): Promise<void> {
  await purgeOldResults(services);
  const purged = await purgeOldRows(services);
  if (Object.values(purged).some((count) => count > 0)) services.log.info(purged, "old rows were purged");
}

type Handlers = Partial<Record<TaskName, (payload: unknown, job: string) => Promise<void>>>;

/** Returns the handlers of the tasks in that queue. */
function handlersOf(services: Services, queue: QueueName, signal: AbortSignal): Handlers {
  const handlers: Handlers = {};
  for (const name of TASK_NAMES) {
    const task = JOB_KINDS[name];
    if ((task.queue ?? "general") !== queue) continue;
    handlers[name] = (payload, job) => withOrigin({ job }, () => handle(services, task, payload, signal));
  }
  return handlers;
}

/** Throws when the payload is invalid: the job stays in the queue with the reason and is retried later. */
async function handle(
  services: Services,
  task: JobKind,
  payload: unknown,
  signal: AbortSignal,
): Promise<void> {
  const job = Payload.parse(payload);
  await task.process(services, tenantOfJob(job), job.id, signal);
}
