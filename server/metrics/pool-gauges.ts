import { Gauge, type Registry } from "prom-client";
import type { Database } from "@/server/db/database/database";

/** Registers the gauges of this process's connections to the database; they are read whenever metrics are asked for. */
export function poolGauges({ pool, statementPool }: Database, registers: Registry[]): void {
  const pools = { transactions: pool, reads: statementPool };
  new Gauge({
    name: "pricecheck_database_connections",
    help: "Connections of this process by pool: used, idle, and requests that wait for one.",
    labelNames: ["pool", "state"],
    registers,
    collect() {
      for (const [name, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool: name, state: "used" }, totalCount - idleCount);
        this.set({ pool: name, state: "idle" }, idleCount);
        this.set({ pool: name, state: "waiting" }, waitingCount);
      }
    },
  });
}
