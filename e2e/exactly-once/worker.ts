import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { openDatabase } from "@/server/db/database/database";
import { tenantOf } from "@/server/db/database/tenant";
import { startQueue } from "@/server/db/queue/queue";
import { makeId } from "@/server/domain/ids";
import { repeat } from "@/server/jobs/repeating";
import { createSweeper } from "@/server/jobs/sweeper";
import { openMetrics } from "@/server/metrics/metrics";
import type { Checkpoint } from "@/server/usecases/checkpoints";
import type { Log, Services } from "@/server/usecases/request-context";
import { processWriteBack } from "@/server/usecases/write-backs/process";
import { randomFrom, type WorkerOptions } from "./options";
import { stepsWithout } from "./without-guard";

/** The probability that a worker dies at each point; below, that it stalls for longer than its lease. */
const DEATHS: Readonly<Partial<Record<Checkpoint, number>>> = {
  "write-back:leased": 0.05,
  "write-back:read": 0.05,
  "write-back:sent-recorded": 0.08,
  "write-back:answered": 0.12,
  "write-back:before-applied": 0.08,
};
const SLEEPS: Readonly<Partial<Record<Checkpoint, number>>> = {
  "write-back:read": 0.08,
  "write-back:sent-recorded": 0.04,
};
const QUIET: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const SWEEP_EVERY_MS = 250;
const Payload = z.object({ workspaceId: z.string(), id: z.string() });

const orders: WorkerOptions = JSON.parse(process.argv[2] ?? "");
const random = randomFrom(orders.seed);
const db = openDatabase(orders.databaseUrl, { connections: 4 });
const services: Services = {
  db,
  settings: orders.settings,
  log: QUIET,
  meter: openMetrics(db),
  sandbox: null,
  now: Date.now,
  newId: (kind) => makeId(kind, Date.now(), randomBytes(10)),
  checkpoint: (point) => {
    if (random() < (DEATHS[point] ?? 0)) process.kill(process.pid, "SIGKILL");
    return random() < (SLEEPS[point] ?? 0) ? pause(orders.stallMs) : undefined;
  },
};
const steps = stepsWithout(orders.without);
const work = async (payload: unknown): Promise<void> => {
  const { workspaceId, id } = Payload.parse(payload);
  await processWriteBack(services, tenantOf(workspaceId), id, steps);
};
const queue = await startQueue(
  db,
  { write_back: work },
  { concurrency: 2, pollMs: SWEEP_EVERY_MS, log: QUIET },
);
const sweeper = repeat(QUIET, "looking for waiting work", createSweeper(services), SWEEP_EVERY_MS);
process.once("SIGTERM", () => {
  void sweeper
    .stop()
    .then(() => queue.stop())
    .then(() => process.exit(0));
});
