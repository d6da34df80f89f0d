import { randomBytes } from "node:crypto";
import { z } from "zod";
import { randomFrom } from "@/e2e/exactly-once/options";
import { openDatabase } from "@/server/db/database/database";
import { tenantOf } from "@/server/db/database/tenant";
import { startQueue } from "@/server/db/queue/queue";
import { makeId } from "@/server/domain/ids";
import { repeat } from "@/server/jobs/repeating";
import { createSweeper } from "@/server/jobs/sweeper";
import { openMetrics } from "@/server/metrics/metrics";
import type { Checkpoint } from "@/server/usecases/checkpoints";
import type { Log, Services } from "@/server/usecases/request-context";
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
const QUIET: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const SWEEP_EVERY_MS = 250;
const Payload = z.object({ workspaceId: z.string(), id: z.string() });

const orders: SenderOrders = JSON.parse(process.argv[2] ?? "");
const random = randomFrom(orders.seed);
const db = openDatabase(orders.databaseUrl, { connections: 6 });
// The clock runs faster than the machine's, so that leases and retries of hours pass within seconds.
const now = (): number => orders.epochMs + (Date.now() - orders.epochMs) * orders.speed;
const services: Services = {
  db,
  settings: orders.settings,
  log: QUIET,
  meter: openMetrics(db),
  sandbox: null,
  now,
  newId: (kind) => makeId(kind, now(), randomBytes(10)),
  checkpoint: (point) => {
    if (random() < (DEATHS[point] ?? 0)) process.kill(process.pid, "SIGKILL");
  },
};
const queue = await startQueue(
  db,
  {
    webhook_event: (payload) => dispatchEvents(services, tenantOf(Payload.parse(payload).workspaceId)),
    webhook_endpoint: (payload) => {
      const { workspaceId, id } = Payload.parse(payload);
      return sendDeliveries(services, tenantOf(workspaceId), id);
    },
  },
  { concurrency: 4, pollMs: SWEEP_EVERY_MS, log: QUIET },
);
const sweeper = repeat(QUIET, "looking for waiting work", createSweeper(services), SWEEP_EVERY_MS);
process.once("SIGTERM", () => {
  void sweeper
    .stop()
    .then(() => queue.stop())
    .then(() => process.exit(0));
});
