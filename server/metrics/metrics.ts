import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Database } from "@/server/db/database/database";
import { operatorFigures } from "@/server/db/metrics/operator-figures";
import type { Meter } from "@/server/usecases/request-context";

/** One answered request; `route` is a template or a fixed name, never client input. */
export interface HandledRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** The metrics of this process, with figures of the whole installation. */
export interface Metrics extends Meter {
  answered(request: HandledRequest): void;
  /**
   * Returns all metrics in Prometheus' text format. Never throws: without a database the installation's figures are
   * omitted.
   */
  text(): Promise<string>;
}

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

const FIGURES_WITHIN_MS = 2_000;
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const RUN_SECONDS = [1, 5, 15, 30, 60, 120, 300, 600, 1_800, 3_600];

/** Creates the metrics of this process, including its event loop and memory. */
export function openMetrics(db: Database): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "pricecheck_http_request_duration_seconds",
    help: "Answered requests by method, route template and status.",
    labelNames: ["method", "route", "status"],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const runs = new Histogram({
    name: "pricecheck_run_duration_seconds",
    help: "Runs that this process ended, by outcome, from their start to their end.",
    labelNames: ["outcome"],
    buckets: RUN_SECONDS,
    registers,
  });
  const writeBacks = new Counter({
    name: "pricecheck_write_backs_total",
    help: "Write-backs that this process ended, by outcome.",
    labelNames: ["outcome"],
    registers,
  });
  const pageChecks = new Counter({
    name: "pricecheck_page_checks_total",
    help: "Checks of competitors' pages that this process made, by outcome.",
    labelNames: ["outcome"],
    registers,
  });
  poolGauges(db, registers);
  const readInstallation = installationGauges(db, registers);
  return {
    answered: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    runEnded: (outcome, ms) => runs.observe({ outcome }, ms / 1_000),
    writeBackEnded: (outcome) => writeBacks.inc({ outcome }),
    pageChecked: (outcome) => pageChecks.inc({ outcome }),
    text: async () => {
      await readInstallation();
      return registry.metrics();
    },
  };
}

function poolGauges({ pool, statementPool }: Database, registers: Registry[]): void {
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

function installationGauges(db: Database, registers: Registry[]): () => Promise<void> {
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
  return async () => {
    const figures = await operatorFigures(db, FIGURES_WITHIN_MS);
    up.set(figures ? 1 : 0);
    jobs.reset();
    age.reset();
    unknown.set(figures?.unknownWriteBacks ?? Number.NaN);
    for (const { task, jobs: waiting, oldestSeconds } of figures?.queue ?? []) {
      jobs.set({ task }, waiting);
      age.set({ task }, oldestSeconds);
    }
  };
}
