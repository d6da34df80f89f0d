import { openDatabase } from "@/server/db/database/database";
import type { Tenant } from "@/server/db/database/tenant";
import type { Services } from "@/server/usecases/services";
import type { Settings } from "@/server/usecases/settings";
import { servicesAt } from "./api-process";
import type { CommitName, Phase } from "./points";
import type { Rewriter } from "./rewriter";
import { interceptTransactions, type Outcome } from "./transactions";

/** A piece of work as the queue hands it out. */
export interface Task {
  readonly kind: "write_back" | "sync" | "run" | "decision_batch";
  readonly tenant: Tenant;
  readonly id: string;
}

export type ProcessTask = (services: Services, task: Task) => Promise<void>;
export type Ended = "done" | "failed" | "died";

/**
 * A worker in this process. It dies as a killed process does: its connections break, and nothing that it
 * was doing goes on.
 */
export interface InProcessWorker {
  /** What it works on; null while it waits. */
  readonly task: () => Task | null;
  /** Does the work; `failed` with the database's error, as a job that the queue repeats. */
  readonly work: (task: Task) => Promise<Ended>;
  readonly die: () => void;
  readonly dead: () => boolean;
  /** Sets how many milliseconds its clock is wrong. */
  readonly skew: (ms: number) => void;
  readonly close: () => Promise<void>;
}

interface WorkerOptions {
  readonly appUrl: string;
  readonly settings: Settings;
  readonly now: () => number;
  readonly processTask: ProcessTask;
  readonly injectFault: (worker: InProcessWorker, name: CommitName, phase: Phase) => Promise<Outcome>;
  readonly rewriter: Pick<Rewriter, "rewrite" | "splitsAfter">;
}

/** Starts a worker with connections of its own. */
export function startInProcessWorker({
  appUrl,
  settings,
  now,
  processTask,
  injectFault,
  rewriter,
}: WorkerOptions): InProcessWorker {
  const db = openDatabase(appUrl, { connections: 5 });
  let wrongBy = 0;
  let task: Task | null = null;
  let end: () => void = () => undefined;
  const services = servicesAt(db, settings, () => now() + wrongBy);
  const connections = interceptTransactions(db.pool, {
    injectFault: (name, phase) => injectFault(worker, name, phase),
    ...rewriter,
    died: () => end(),
  });
  const worker: InProcessWorker = {
    task: () => task,
    dead: connections.dead,
    work: async (given) => {
      task = given;
      const death = new Promise<Ended>((resolve) => {
        end = () => resolve("died");
      });
      const work = processTask(services, given).then(
        (): Ended => "done",
        (): Ended => "failed",
      );
      const ended = await Promise.race([work, death]);
      task = null;
      return ended;
    },
    die: connections.die,
    skew: (ms) => {
      wrongBy = ms;
    },
    close: async () => {
      if (!connections.dead()) return db.close();
      db.capturing.disable();
      // What a dead worker had begun never ends, and neither does the wait for it.
      void db.prisma.$disconnect().catch(() => undefined);
    },
  };
  return worker;
}
