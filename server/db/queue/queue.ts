import { setTimeout as delay } from "node:timers/promises";
import { type JobHelpers, Logger, type Runner, run, runMigrations } from "graphile-worker";
import pg from "pg";
import type { Database } from "../database/database";
import { queryAsSystem } from "../database/query";
import { withClient } from "../database/server";
import type { Tx } from "../database/transaction";

/** Kinds of background work. */
export const TASK_NAMES = [
  "run",
  "write_back",
  "sync",
  "mail_request",
  "page_check",
  "policy_trial",
  "schedule",
  "webhook_event",
  "webhook_endpoint",
  "decision_batch",
  "lane_pass",
  "store_hints",
  "item_market",
] as const;
export type TaskName = (typeof TASK_NAMES)[number];

/** A job's payload: never more than the key of the row that describes the work. */
export interface JobPayload {
  readonly v: 1;
  readonly workspaceId: string;
  readonly id: string;
}

export interface JobOptions {
  /** Replaces a waiting job of this key, so that the same work is queued once; `task:id` by default. */
  readonly jobKey?: string;
  /** Milliseconds since 1970; immediately by default. */
  readonly runAtMs?: number;
}

/** Logger for errors of the queue. */
export interface QueueLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A queue with running workers. */
export interface WorkedQueue {
  /** Takes no further job and resolves when the running ones have ended. */
  stop(): Promise<void>;
}

// An arbitrary number that no other lock uses; processes that start at the same time install the queue one after the
// other.
const LOCK = "7245103867";

// Pause before a queue that stopped by itself is started again.
const RESTART_PAUSE_MS = 1_000;

const SERVICE_ACCESS = `
  GRANT USAGE ON SCHEMA graphile_worker TO pricecheck_app;
  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA graphile_worker TO pricecheck_app;
  GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA graphile_worker TO pricecheck_app;
  DO $$
  DECLARE guarded regclass;
  BEGIN
    FOR guarded IN
      SELECT c.oid FROM pg_class c
      WHERE c.relnamespace = 'graphile_worker'::regnamespace AND c.relrowsecurity
        AND NOT EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'service')
    LOOP
      EXECUTE format('CREATE POLICY service ON %s TO pricecheck_app USING (true) WITH CHECK (true)', guarded);
    END LOOP;
  END $$`;

/**
 * Installs or updates the job queue and grants the service's own role access to it: the queue protects its tables
 * with row-level security and grants no role access.
 * @param ownerUrl connection string of the role that owns the database; the service's role must exist
 * @throws the server's error when the queue cannot be installed
 */
export async function prepareQueue(ownerUrl: string): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [LOCK]);
    await runMigrations({ connectionString: ownerUrl, logger: silent, maxPoolSize: 2 });
    await client.query(SERVICE_ACCESS);
  });
}

/** Adds a job on the transaction's own connection: it exists if and only if the transaction commits. */
export async function addJob(
  tx: Tx,
  task: TaskName,
  payload: JobPayload,
  { jobKey = `${task}:${payload.id}`, runAtMs }: JobOptions = {},
): Promise<void> {
  await tx.run(
    "SELECT 1 FROM graphile_worker.add_job($1, $2::json, run_at => $3::timestamptz, job_key => $4)",
    [task, JSON.stringify(payload), runAtMs === undefined ? null : new Date(runAtMs), jobKey],
  );
}

/** A job of each found row, as the queue's function takes several at once and notifies the workers of them once. */
const JOB = `ROW($1::text, found.payload::json, NULL, $4::timestamptz, NULL, found.key, NULL, NULL)::graphile_worker.job_spec`;
const FOUND = "unnest($2::text[], $3::text[]) AS found (payload, key)";

const valuesOf = (task: TaskName, payloads: readonly JobPayload[], runAtMs?: number) => [
  task,
  payloads.map((each) => JSON.stringify(each)),
  payloads.map(({ id }) => `${task}:${id}`),
  runAtMs === undefined ? null : new Date(runAtMs),
];

/** Adds the jobs of several rows of the transaction's workspace, as `addJob` does for one. */
export async function addJobs(
  tx: Tx,
  task: TaskName,
  ids: readonly string[],
  { runAtMs }: Pick<JobOptions, "runAtMs"> = {},
): Promise<void> {
  if (ids.length === 0) return;
  const payloads = ids.map((id): JobPayload => ({ v: 1, workspaceId: tx.tenant.workspaceId, id }));
  await tx.run(
    `SELECT count(*) FROM graphile_worker.add_jobs(ARRAY(SELECT ${JOB} FROM ${FOUND}))`,
    valuesOf(task, payloads, runAtMs),
  );
}

/**
 * Adds jobs for orphaned work. A job for the same work that can begin now is left as it is; any other is replaced.
 */
export async function addOrphanedJobs(
  db: Database,
  task: TaskName,
  payloads: readonly JobPayload[],
): Promise<void> {
  if (payloads.length === 0) return;
  await db.pool.query(
    `SELECT count(*) FROM (
       SELECT array_agg(${JOB}) AS jobs FROM ${FOUND}
       WHERE NOT EXISTS (SELECT 1 FROM graphile_worker.jobs waiting
         WHERE waiting.key = found.key AND waiting.locked_at IS NULL AND waiting.attempts < waiting.max_attempts
           AND waiting.run_at <= now())
       HAVING count(*) > 0) orphaned, LATERAL graphile_worker.add_jobs(orphaned.jobs)`,
    valuesOf(task, payloads),
  );
}

const DUE = {
  run: "SELECT workspace_id, id FROM due_runs($1, $2, $3)",
  write_back: "SELECT workspace_id, id FROM due_write_backs($1, $2, $3)",
  sync: "SELECT workspace_id, id FROM due_syncs($1, $2, $3)",
  mail_request: "SELECT workspace_id, id FROM due_mail_requests($1, $2, $3)",
  page_check: "SELECT workspace_id, id FROM due_page_checks($1, $2, $3)",
  policy_trial: "SELECT workspace_id, id FROM due_policy_trials($1, $2, $3)",
  schedule: "SELECT workspace_id, id FROM due_schedules($1, $2, $3)",
  webhook_event: "SELECT workspace_id, id FROM due_webhook_events($1, $2, $3)",
  webhook_endpoint: "SELECT workspace_id, id FROM due_webhook_endpoints($1, $2, $3)",
  decision_batch: "SELECT workspace_id, id FROM due_decision_batches($1, $2, $3)",
  lane_pass: "SELECT workspace_id, id FROM due_lane_passes($1, $2, $3)",
  store_hints: "SELECT workspace_id, id FROM due_store_hints($1, $2, $3)",
  item_market: "SELECT workspace_id, id FROM due_item_markets($1, $2, $3)",
} as const satisfies Readonly<Record<TaskName, string>>;

/** A page of the due work: up to `most` rows with an id after `afterId`. */
export interface DuePage {
  readonly atMs: number;
  /** Empty for the first page. */
  readonly afterId: string;
  readonly most: number;
}

/**
 * Returns up to `most` unfinished pieces of work of all workspaces that are not leased at that time, in order of id.
 */
export async function dueWork(
  db: Database,
  task: TaskName,
  { atMs, afterId, most }: DuePage,
): Promise<JobPayload[]> {
  const rows = await queryAsSystem<{ workspace_id: string; id: string }>(
    db,
    { name: `due_${task}`, text: DUE[task] },
    [new Date(atMs), afterId, most],
  );
  return rows.map(({ workspace_id, id }) => ({ v: 1, workspaceId: workspace_id, id }));
}

/**
 * Returns the cursor of the next page: the last id of a full page, or empty, which starts over, after the last page.
 */
export const nextCursor = (found: readonly JobPayload[], { most }: DuePage): string =>
  found.length < most ? "" : (found.at(-1)?.id ?? "");

/**
 * Runs the queue's workers as the service's own role until stopped. The job of a handler that throws is retried
 * later.
 * @throws Error when the queue is not installed or the database cannot be reached
 */
export async function startQueue(
  db: Database,
  handlers: Readonly<Partial<Record<TaskName, (payload: unknown, job: string) => Promise<void>>>>,
  { concurrency, pollMs, log }: { concurrency: number; pollMs: number; log: QueueLog },
): Promise<WorkedQueue> {
  const pool = new pg.Pool({
    connectionString: db.url,
    max: concurrency + 2,
    application_name: "pricecheck-queue",
  });
  const stopping = new AbortController();
  const { signal } = stopping;
  // What tells this process to stop may have told the database too: then nobody needs to read of its connections.
  const logLost = (error: Error) =>
    signal.aborted || log.warn({ error: error.message }, "the queue's connection was lost");
  pool.on("error", logLost);
  pool.on("connect", (client) => client.on("error", logLost));
  const begin = (): Promise<Runner> =>
    run({
      pgPool: pool,
      concurrency,
      pollInterval: pollMs,
      noHandleSignals: true,
      logger: loggerTo(log, signal),
      taskList: Object.fromEntries(
        Object.entries(handlers).map(([name, handle]) => [
          name,
          (payload: unknown, { job }: JobHelpers) => handle(payload, job.id),
        ]),
      ),
    });
  let runner: Runner | null = await begin();
  // The library gives up after several consecutive failures, and a database may be unreachable for longer.
  const running = (async () => {
    while (!signal.aborted) {
      try {
        runner ??= await begin();
        if (signal.aborted) await runner.stop();
        await runner.promise;
      } catch (error) {
        log.error({ error: String(error) }, "the queue stopped");
      }
      runner = null;
      await delay(RESTART_PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await runner?.stop().catch(() => undefined);
      await running;
      await pool.end();
    },
  };
}

const silent = new Logger(() => () => undefined);

/** A job that fails once the queue is `stopping` is done again by another process: its first line says enough. */
const loggerTo = (log: QueueLog, stopping: AbortSignal): Logger =>
  new Logger((scope) => (level, message) => {
    if (level === "error" && stopping.aborted) log.warn({ ...scope }, message.split("\n", 1)[0] ?? "");
    else if (level === "error") log.error({ ...scope }, message);
    else if (level === "warning") log.warn({ ...scope }, message);
  });
