import { deathsOf, type WorkerLife } from "@/e2e/deaths";
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

const orders: BatchWorkerOrders & WorkerLife = JSON.parse(process.argv[2] ?? "");
const rates = Object.entries(DEATHS).map(([point, times]) => [point, times * orders.deathRate]);
const maybeDie = deathsOf(orders, Object.fromEntries(rates));
await runKillableWorker({
  databaseUrl: orders.databaseUrl,
  settings: orders.settings,
  connections: 8,
  concurrency: 4,
  now: Date.now,
  checkpoint: (point) => {
    maybeDie(point);
    return undefined;
  },
  tasks: {
    decision_batch: (services, tenant, id) => processDecisionBatch(services, tenant, id),
    write_back: (services, tenant, id) => processWriteBack(services, tenant, id),
  },
});
