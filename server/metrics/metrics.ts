import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import type { Database } from "@/server/db/database/database";
import { CHECK_OUTCOMES } from "@/server/domain/offers/page-check";
import type { Meter } from "@/server/usecases/services";
import { installationGauges } from "./installation-gauges";
import { poolGauges } from "./pool-gauges";

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

// Each bucket is a series for every route, so there are few.
const REQUEST_SECONDS = [0.05, 0.25, 1, 5];
const STORE_CALL_SECONDS = [0.25, 1, 3, 10];
const RUN_SECONDS = [5, 30, 120, 600, 3_600];

/** Creates the metrics of this process, including its event loop and memory. */
export function openMetrics(db: Database): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: "pricecheck_http_requests_total",
    help: "Answered requests by method, route template and class of status.",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const requestDurations = new Histogram({
    name: "pricecheck_http_request_duration_seconds",
    help: "Answered requests by method and route template.",
    labelNames: ["method", "route"],
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
  for (const outcome of ["succeeded", "held", "failed", "canceled"]) runs.zero({ outcome });
  const writeBacks = outcomes(
    {
      name: "pricecheck_write_backs_total",
      help: "Write-backs that this process ended, by outcome.",
      registers,
    },
    ["applied", "conflict", "failed", "canceled"],
  );
  const waits = new Counter({
    name: "pricecheck_write_back_waits_total",
    help: "Times that a write-back of this process began to wait, by reason.",
    labelNames: ["reason"],
    registers,
  });
  const pageChecks = outcomes(
    {
      name: "pricecheck_page_checks_total",
      help: "Checks of competitors' pages that this process made, by outcome.",
      registers,
    },
    CHECK_OUTCOMES,
  );
  poolGauges(db, registers);
  const readInstallation = installationGauges(db, registers);
  return {
    answered: ({ method, route, status, seconds }) => {
      requests.inc({ method, route, status: `${Math.floor(status / 100)}xx` });
      requestDurations.observe({ method, route }, seconds);
    },
    runEnded: (outcome, ms) => runs.observe({ outcome }, ms / 1_000),
    writeBackEnded: (outcome) => writeBacks.inc({ outcome }),
    pageChecked: (outcome) => pageChecks.inc({ outcome }),
    writeBackWaits: (reason) => waits.inc({ reason }),
    ...otherSystems(registers),
    ...schedules(registers),
    text: async () => {
      await readInstallation();
      return registry.metrics();
    },
  };
}

/** Creates a counter by outcome. It counts from 0 on, so that the first of an outcome is an increase. */
function outcomes(
  options: { readonly name: string; readonly help: string; readonly registers: Registry[] },
  all: readonly string[],
): Counter<"outcome"> {
  const counter = new Counter({ ...options, labelNames: ["outcome"] });
  for (const outcome of all) counter.inc({ outcome }, 0);
  return counter;
}

/** Counts what goes out to stores, mail servers and receivers of events. */
function otherSystems(
  registers: Registry[],
): Pick<Meter, "storeCalled" | "syncEnded" | "mailAttempted" | "deliveryAttempted"> {
  const storeCalls = new Counter({
    name: "pricecheck_store_calls_total",
    help: "Calls of stores by kind of store, operation and outcome: ok, or why the store gave no result.",
    labelNames: ["store", "operation", "outcome"],
    registers,
  });
  const storeCallDurations = new Histogram({
    name: "pricecheck_store_call_duration_seconds",
    help: "Calls of stores by kind of store and operation, whatever their outcome.",
    labelNames: ["store", "operation"],
    buckets: STORE_CALL_SECONDS,
    registers,
  });
  const syncs = outcomes(
    { name: "pricecheck_syncs_total", help: "Syncs that this process ended, by outcome.", registers },
    ["ok", "failed"],
  );
  const mails = outcomes(
    { name: "pricecheck_mails_total", help: "Attempts to send a mail, by outcome.", registers },
    ["sent", "kept", "retried", "given_up"],
  );
  const deliveries = outcomes(
    {
      name: "pricecheck_webhook_deliveries_total",
      help: "Attempts to deliver an event to a webhook endpoint, by outcome.",
      registers,
    },
    ["delivered", "retry", "give_up"],
  );
  return {
    storeCalled: ({ kind: store, operation, outcome, ms }) => {
      storeCalls.inc({ store, operation, outcome });
      storeCallDurations.observe({ store, operation }, ms / 1_000);
    },
    syncEnded: (outcome) => syncs.inc({ outcome }),
    mailAttempted: (outcome) => mails.inc({ outcome }),
    deliveryAttempted: (outcome) => deliveries.inc({ outcome }),
  };
}

function schedules(registers: Registry[]): Pick<Meter, "scheduleCame"> {
  const slots = outcomes(
    {
      name: "pricecheck_schedule_slots_total",
      help: "Times of schedules that this process found: begun in time, begun late, or missed.",
      registers,
    },
    ["in_time", "late", "missed"],
  );
  return {
    scheduleCame: ({ missed, late }) => {
      slots.inc({ outcome: late ? "late" : "in_time" });
      slots.inc({ outcome: "missed" }, missed);
    },
  };
}
