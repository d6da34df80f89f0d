import { setTimeout as pause } from "node:timers/promises";
import { openDatabase } from "@/server/db/database/database";
import { randomFrom } from "@/server/testing/random";
import { servicesAt } from "./api-process";
import { INTACT } from "./mutants";
import { processTask } from "./process-task";
import type { ProcessOrders } from "./processes";
import { interceptTransactions } from "./transactions";

/** The probabilities that a commit ends the process at once, and that it is asked to end there. */
const [KILLED, ENDED] = [0.07, 0.04];
const SIGTERM_CODE = 143;

const orders: ProcessOrders = JSON.parse(process.argv[2] ?? "");
const random = randomFrom(orders.seed);
const startedAt = performance.now();
const db = openDatabase(orders.databaseUrl, { connections: 5 });
interceptTransactions(db.pool, {
  injectFault: async (_name, phase) => {
    const drawn = orders.faulty && phase !== "in" ? random() : 1;
    if (drawn < KILLED) {
      process.kill(process.pid, "SIGKILL");
      await pause(60_000);
    }
    if (drawn < KILLED + ENDED) process.kill(process.pid, "SIGTERM");
    return "go";
  },
  rewrite: (statement) => statement,
});
let code = 0;
// As the service's own workers: the running job ends, and no other begins.
process.on("SIGTERM", () => {
  code = SIGTERM_CODE;
});
const services = servicesAt(db, orders.settings, () =>
  Math.floor(orders.now + performance.now() - startedAt),
);
await processTask(INTACT)(services, orders.task).catch(() => undefined);
process.exit(code);
