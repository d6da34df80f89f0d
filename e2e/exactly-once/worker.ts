import { setTimeout as pause } from "node:timers/promises";
import { deathsOf, type WorkerLife } from "@/e2e/deaths";
import { runKillableWorker } from "@/e2e/killable-worker";
import { randomFrom } from "@/server/testing/random";
import type { Checkpoint } from "@/server/usecases/checkpoints";
import { processWriteBack } from "@/server/usecases/write-backs/process";
import { type WorkerOptions } from "./options";
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

const orders: WorkerOptions & WorkerLife = JSON.parse(process.argv[2] ?? "");
const maybeDie = deathsOf(orders, DEATHS);
const random = randomFrom(orders.seed);
const writeBackSteps = stepsWithout(orders.without);
await runKillableWorker({
  databaseUrl: orders.databaseUrl,
  settings: orders.settings,
  connections: 4,
  concurrency: 2,
  now: Date.now,
  checkpoint: (point) => {
    maybeDie(point);
    return random() < (SLEEPS[point] ?? 0) ? pause(orders.stallMs) : undefined;
  },
  tasks: {
    write_back: async (services, tenant, id) => {
      await processWriteBack({ ...services, writeBackSteps }, tenant, id);
    },
  },
});
