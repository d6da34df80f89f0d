import { z } from "zod";
import { startQueue, TASK_NAMES, type TaskName } from "@/server/db/queue/queue";
import type { DeprecatedOperation } from "@/server/domain/deprecation";
import { HOUR_MS } from "@/server/domain/durations";
import { notifyDeprecations } from "@/server/usecases/notifications/deprecations";
import { notifyMembers } from "@/server/usecases/notifications/notify";
import type { Services } from "@/server/usecases/request-context";
import { purgeOldRows } from "@/server/usecases/retention/purge";
import { runMaintenance } from "./maintenance";
import { repeat } from "./repeating";
import { createSweeper } from "./sweeper";
import { JOB_KINDS, type JobKind, tenantOfJob } from "./tasks";

const MAINTENANCE_INTERVAL_MS = 60_000;
const NOTIFICATION_INTERVAL_MS = 60_000;
const PURGE_INTERVAL_MS = HOUR_MS;
const Payload = z.object({ v: z.literal(1), workspaceId: z.string().min(1), id: z.string().min(1) });

/** A running worker of the queue. */
export interface Worker {
  /**
   * Takes no further jobs; a run stops at its next page, and another worker continues it. Resolves when the jobs in
   * progress have ended.
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
 * @param options.concurrency number of jobs at once, per queue
 * @param options.sweepIntervalMs interval between searches for lost work, in milliseconds
 * @throws Error when the queue is not installed or the database cannot be reached
 */
export async function startWorker(
  services: Services,
  { concurrency = 4, sweepIntervalMs = 2_000, deprecations = [] }: WorkerOptions = {},
): Promise<Worker> {
  const stopping = new AbortController();
  const queueOptions = { concurrency, pollMs: sweepIntervalMs, log: services.log };
  const queues = [
    await startQueue(services.db, handlersOf(services, false, stopping.signal), queueOptions),
    await startQueue(services.db, handlersOf(services, true, stopping.signal), queueOptions),
  ];
  const sweeper = repeat(services.log, "looking for waiting work", createSweeper(services), sweepIntervalMs);
  const maintenance = repeat(
    services.log,
    "housekeeping",
    () => runMaintenance(services),
    MAINTENANCE_INTERVAL_MS,
  );
  const purge = repeat(services.log, "dropping old rows", () => dropOldRows(services), PURGE_INTERVAL_MS);
  const notifyAll = async (): Promise<void> => {
    await notifyMembers(services);
    await notifyDeprecations(services, deprecations);
  };
  const notifications = repeat(services.log, "telling members", notifyAll, NOTIFICATION_INTERVAL_MS);
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all([sweeper.stop(), maintenance.stop(), purge.stop(), notifications.stop()]);
      await Promise.all(queues.map((queue) => queue.stop()));
    },
  };
}

async function dropOldRows(services: Services): Promise<void> {
  const dropped = await purgeOldRows(services);
  if (dropped.recommendations + dropped.page_checks > 0) services.log.info(dropped, "old rows were dropped");
}

type Handlers = Partial<Record<TaskName, (payload: unknown) => Promise<void>>>;

/** Returns the handlers of the tasks that have a queue of their own, or of all others. */
function handlersOf(services: Services, dedicated: boolean, signal: AbortSignal): Handlers {
  const handlers: Handlers = {};
  for (const name of TASK_NAMES) {
    const task = JOB_KINDS[name];
    if ((task.dedicatedQueue ?? false) !== dedicated) continue;
    handlers[name] = (payload) => handle(services, task, payload, signal);
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
