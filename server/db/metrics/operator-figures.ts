import type { Database } from "../database/database";
import { TASK_NAMES, type TaskName } from "../queue/queue";

/** Jobs of one kind. */
export interface QueuedJobs {
  readonly task: TaskName;
  /** Jobs that are due and not yet taken by a worker. */
  readonly due: number;
  /** Jobs whose time has not come. */
  readonly later: number;
  /** Jobs that a worker has taken, and those that a killed one has left. */
  readonly taken: number;
  /** For how long the oldest due job has been due, in seconds; 0 without one. */
  readonly oldestSeconds: number;
}

/**
 * What a price waits for: the outcome of a send, the answer to one, the end of a freeze, the time of its next attempt,
 * or a worker.
 */
const WAITED_FOR = ["outcome", "answer", "freeze", "retry", "worker"] as const;
type WaitedFor = (typeof WAITED_FOR)[number];

/** Figures about the whole installation, for its operator. */
export interface OperatorFigures {
  readonly queue: readonly QueuedJobs[];
  /** Prices that are not in their store yet, by what they wait for. */
  readonly waitingWriteBacks: readonly { readonly reason: WaitedFor; readonly waiting: number }[];
}

const QUEUE = `
  SELECT task, count(*) FILTER (WHERE due)::int AS due, count(*) FILTER (WHERE taken)::int AS taken,
    count(*) FILTER (WHERE NOT due AND NOT taken)::int AS later,
    coalesce(extract(epoch FROM clock_timestamp() - min(run_at) FILTER (WHERE due)), 0)::float8 AS "oldestSeconds"
  FROM (SELECT task_identifier AS task, run_at, locked_at IS NOT NULL AS taken,
      run_at <= clock_timestamp() AND locked_at IS NULL AS due
    FROM graphile_worker.jobs WHERE attempts < max_attempts OR locked_at IS NOT NULL) AS jobs
  GROUP BY task`;

/** Reads the figures; null when the database does not return them in time. Never throws. */
export async function operatorFigures(db: Database, timeoutMs: number): Promise<OperatorFigures | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), timeoutMs);
  });
  return Promise.race([read(db).catch(() => null), timeout]).finally(() => clearTimeout(timer));
}

async function read({ pool }: Database): Promise<OperatorFigures> {
  const [{ rows: queued }, { rows: waiting }] = await Promise.all([
    pool.query<QueuedJobs>(QUEUE),
    pool.query<{ reason: WaitedFor; waiting: bigint }>(
      "SELECT reason, waiting FROM waiting_write_backs(clock_timestamp())",
    ),
  ]);
  const none = (task: TaskName): QueuedJobs => ({ task, due: 0, later: 0, taken: 0, oldestSeconds: 0 });
  const waitingFor = (reason: WaitedFor): number =>
    Number(waiting.find((row) => row.reason === reason)?.waiting ?? 0n);
  return {
    queue: TASK_NAMES.map((task) => queued.find((row) => row.task === task) ?? none(task)),
    waitingWriteBacks: WAITED_FOR.map((reason) => ({ reason, waiting: waitingFor(reason) })),
  };
}
