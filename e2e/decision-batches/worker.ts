import { randomFrom } from "@/e2e/exactly-once/options";
import { runKillableWorker } from "@/e2e/killable-worker";
import type { Checkpoint } from "@/server/usecases/checkpoints";
import { processDecisionBatch } from "@/server/usecases/decision-batches/process";
import { processWriteBack } from "@/server/usecases/write-backs/process";
import type { BatchWorkerOrders } from "./experiment";

/** The points at which a worker dies, relative to the rate of the orders. */
const DEATHS: Readonly<Partial<Record<Checkpoint, number>>> = {
  "decision-batch:leased": 3,
  "decision-batch:item-decided": 1,
  "decision-batch:item-committed": 1,
  "decision-batch:before-finish": 3,
  "write-back:leased": 1,
  "write-back:sent-recorded": 1,
  "write-back:answered": 1,
};

const orders: BatchWorkerOrders = JSON.parse(process.argv[2] ?? "");
const random = randomFrom(orders.seed);
await runKillableWorker({
  databaseUrl: orders.databaseUrl,
  settings: orders.settings,
  connections: 8,
  concurrency: 4,
  now: Date.now,
  checkpoint: (point) => {
    if (random() < (DEATHS[point] ?? 0) * orders.deathRate) process.kill(process.pid, "SIGKILL");
    return undefined;
  },
  tasks: {
    decision_batch: (services, tenant, id) => processDecisionBatch(services, tenant, id),
    write_back: (services, tenant, id) => processWriteBack(services, tenant, id),
  },
});
