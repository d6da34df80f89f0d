import { randomFrom } from "@/e2e/exactly-once/options";
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

const orders: SenderOrders = JSON.parse(process.argv[2] ?? "");
const random = randomFrom(orders.seed);
await runKillableWorker({
  databaseUrl: orders.databaseUrl,
  settings: orders.settings,
  connections: 6,
  concurrency: 4,
  // The clock runs faster than the machine's, so that leases and retries of hours pass within seconds.
  now: () => orders.epochMs + (Date.now() - orders.epochMs) * orders.speed,
  checkpoint: (point) => {
    if (random() < (DEATHS[point] ?? 0)) process.kill(process.pid, "SIGKILL");
    return undefined;
  },
  tasks: {
    webhook_event: (services, tenant) => dispatchEvents(services, tenant),
    webhook_endpoint: (services, tenant, id) => sendDeliveries(services, tenant, id),
  },
});
