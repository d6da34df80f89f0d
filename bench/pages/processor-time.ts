import { readdirSync, readFileSync } from "node:fs";

/** Processor time in seconds since a process began, by who used it. */
export interface ProcessorTime {
  /** The service's main thread, which answers requests. */
  readonly service_main: number;
  /** Its other threads: the one that reads pages, those that collect memory. */
  readonly service_other: number;
  readonly database: number;
  readonly page_server: number;
  /** The bench itself, which sends the requests. */
  readonly bench: number;
}

const TICKS_PER_SECOND = 100;

/** Returns the seconds that the processes have used so far; `database` is the first process of PostgreSQL. */
export function processorTime(pids: {
  readonly service: number;
  readonly database: number;
  readonly pageServer: number;
}): ProcessorTime {
  const main = secondsOf(`/proc/${pids.service}/task/${pids.service}/stat`);
  return {
    service_main: main,
    service_other: secondsOf(`/proc/${pids.service}/stat`) - main,
    database: [pids.database, ...childrenOf(pids.database)].reduce(
      (sum, pid) => sum + secondsOf(`/proc/${pid}/stat`),
      0,
    ),
    page_server: secondsOf(`/proc/${pids.pageServer}/stat`),
    bench: secondsOf(`/proc/${process.pid}/stat`),
  };
}

/** Returns what was used between two times, in seconds. */
export const usedBetween = (before: ProcessorTime, after: ProcessorTime): ProcessorTime => {
  const used = (who: keyof ProcessorTime) => Number((after[who] - before[who]).toFixed(1));
  return {
    service_main: used("service_main"),
    service_other: used("service_other"),
    database: used("database"),
    page_server: used("page_server"),
    bench: used("bench"),
  };
};

function secondsOf(file: string): number {
  const [, fields = ""] = readFileSync(file, "utf8").split(") ");
  const [user = 0, system = 0] = fields.split(" ").slice(11, 13).map(Number);
  return (user + system) / TICKS_PER_SECOND;
}

const childrenOf = (pid: number): readonly number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
  );
