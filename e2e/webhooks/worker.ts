import { deathsOf, type WorkerLife } from "@/e2e/deaths";
import { runKillableWorker } from "@/e2e/killable-worker";
import type { Checkpoint } from "@/server/usecases/checkpoints";
import { dispatchEvents } from "@/server/usecases/webhooks/dispatch";
import { sendDeliveries } from "@/server/usecases/webhooks/send";
import type { SenderOrders } from "./experiment";

/** The probability that a sender dies at each point. */
const DEATHS: Readonly<Partial<Record<Checkpoint, number>>> = {
  "webhook:dispatched": 0.05,
  "webhook:leased": 0.05,
  "webhook:answered": 0.03,
  "webhook:recorded": 0.03,
};

const orders: SenderOrders & WorkerLife = JSON.parse(process.argv[2] ?? "");
const maybeDie = deathsOf(orders, DEATHS);
await runKillableWorker({
  databaseUrl: orders.databaseUrl,
  settings: orders.settings,
  connections: 6,
  concurrency: 4,
  // The clock runs faster than the machine's, so that leases and retries of hours pass within seconds.
  now: () => orders.epochMs + (Date.now() - orders.epochMs) * orders.speed,
  checkpoint: (point) => {
    maybeDie(point);
    return undefined;
  },
  tasks: {
    webhook_event: (services, tenant) => dispatchEvents(services, tenant),
    webhook_endpoint: (services, tenant, id) => sendDeliveries(services, tenant, id),
  },
});
