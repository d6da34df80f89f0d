import { Gauge, type Registry } from "prom-client";
import type { Database } from "@/server/db/database/database";
import { operatorFigures } from "@/server/db/metrics/operator-figures";

const FIGURES_WITHIN_MS = 2_000;

/**
 * Registers the gauges of the whole installation.
 * @returns what reads them from the database; without one they are omitted, and it never throws
 */
export function installationGauges(db: Database, registers: Registry[]): () => Promise<void> {
  const up = new Gauge({
    name: "pricecheck_database_up",
    help: "Whether the database answered.",
    registers,
  });
  const jobs = new Gauge({
    name: "pricecheck_queue_jobs",
    help: "Jobs of the installation that are due and wait for a worker, by task.",
    labelNames: ["task"],
    registers,
  });
  const later = new Gauge({
    name: "pricecheck_queue_later_jobs",
    help: "Jobs of the installation whose time has not come, by task.",
    labelNames: ["task"],
    registers,
  });
  const taken = new Gauge({
    name: "pricecheck_queue_taken_jobs",
    help: "Jobs of the installation that a worker has taken, and those that a killed one has left, by task.",
    labelNames: ["task"],
    registers,
  });
  const age = new Gauge({
    name: "pricecheck_queue_oldest_job_age_seconds",
    help: "For how long the oldest waiting job has been due, by task.",
    labelNames: ["task"],
    registers,
  });
  const unknown = new Gauge({
    name: "pricecheck_unknown_write_backs",
    help: "Prices of the installation that were sent to a store and may or may not have arrived.",
    labelNames: [],
    registers,
  });
  const waiting = new Gauge({
    name: "pricecheck_waiting_write_backs",
    help: "Prices of the installation that are not in their store yet, by what they wait for.",
    labelNames: ["reason"],
    registers,
  });
  return async () => {
    const figures = await operatorFigures(db, FIGURES_WITHIN_MS);
    up.set(figures ? 1 : 0);
    for (const gauge of [jobs, later, taken, age, waiting]) gauge.reset();
    unknown.set(Number.NaN);
    for (const each of figures?.waitingWriteBacks ?? []) {
      waiting.set({ reason: each.reason }, each.waiting);
      if (each.reason === "outcome") unknown.set(each.waiting);
    }
    for (const { task, ...counts } of figures?.queue ?? []) {
      jobs.set({ task }, counts.due);
      later.set({ task }, counts.later);
      taken.set({ task }, counts.taken);
      age.set({ task }, counts.oldestSeconds);
    }
  };
}
