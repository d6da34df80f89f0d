import { randomBytes } from "node:crypto";
import type { Database } from "@/server/db/database/database";
import { makeId } from "@/server/domain/ids";
import { openMetrics } from "@/server/metrics/metrics";
import { openStoreCache } from "@/server/stores/cache";
import type { Checkpoint } from "@/server/usecases/checkpoints";
import type { Log, Services } from "@/server/usecases/services";
import type { Settings } from "@/server/usecases/settings";
import { WRITE_BACK_STEPS } from "@/server/usecases/write-backs/steps";

export const QUIET: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/**
 * Creates the services of an experiment's process, which log nothing and have no sandbox.
 * @param options.now returns the time in milliseconds since 1970
 * @param options.checkpoint nothing unless given; called at every point of the work; it may kill the process or delay
 * the work
 * @param options.meter counts what happens; a registry of the process's own unless given
 */
export const quietServices = (
  db: Database,
  settings: Settings,
  {
    now,
    checkpoint = () => undefined,
    meter = openMetrics(db),
  }: {
    now: () => number;
    checkpoint?: (point: Checkpoint) => undefined | Promise<void>;
    meter?: Services["meter"];
  },
): Services => ({
  db,
  settings,
  log: QUIET,
  meter,
  sandbox: null,
  storeCache: openStoreCache(now),
  now,
  newId: (kind) => makeId(kind, now(), randomBytes(10)),
  checkpoint,
  writeBackSteps: WRITE_BACK_STEPS,
});
