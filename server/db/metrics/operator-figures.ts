import type { Database } from "../database/database";
import { TASK_NAMES, type TaskName } from "../queue/queue";

/** Jobs of one kind that are due and not yet taken by a worker. */
export interface WaitingJobs {
  readonly task: TaskName;
  readonly jobs: number;
  /** Age of the oldest due job in seconds; 0 without one. */
  readonly oldestSeconds: number;
}

/** Figures about the whole installation, for its operator. */
export interface OperatorFigures {
  readonly queue: readonly WaitingJobs[];
  /** Prices sent to a store with an unknown outcome. */
  readonly unknownWriteBacks: number;
}

const WAITING = `
  SELECT task_identifier AS task, count(*)::int AS jobs,
    extract(epoch FROM clock_timestamp() - min(run_at))::float8 AS "oldestSeconds"
  FROM graphile_worker.jobs
  WHERE run_at <= clock_timestamp() AND locked_at IS NULL AND attempts < max_attempts
  GROUP BY task_identifier`;

/** Reads the figures; null when the database does not return them in time. Never throws. */
export async function operatorFigures(db: Database, timeoutMs: number): Promise<OperatorFigures | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), timeoutMs);
  });
  return Promise.race([read(db).catch(() => null), timeout]).finally(() => clearTimeout(timer));
}

async function read({ pool }: Database): Promise<OperatorFigures> {
  const [{ rows: waiting }, { rows: unknown }] = await Promise.all([
    pool.query<WaitingJobs>(WAITING),
    pool.query<{ unknown: bigint }>("SELECT unknown_write_backs() AS unknown"),
  ]);
  const none = (task: TaskName): WaitingJobs => ({ task, jobs: 0, oldestSeconds: 0 });
  return {
    queue: TASK_NAMES.map((task) => waiting.find((row) => row.task === task) ?? none(task)),
    unknownWriteBacks: Number(unknown[0]?.unknown ?? 0n),
  };
}
