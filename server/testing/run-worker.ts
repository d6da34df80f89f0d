/**
 * Processes one run in a separate process and kills itself at a given point, like a power failure.
 * Arguments: database URL, workspace, run, page size, start time (ms), point of death (point:count or never).
 */
import { randomBytes } from "node:crypto";
import { openDatabase } from "@/server/db/database/database";
import { tenantOf } from "@/server/db/database/tenant";
import { makeId } from "@/server/domain/ids";
import { openMetrics } from "@/server/metrics/metrics";
import { openStoreCache } from "@/server/stores/cache";
import type { Checkpoint } from "@/server/usecases/checkpoints";
import { processRun } from "@/server/usecases/runs/process";
import type { Log, Services } from "@/server/usecases/services";
import { WRITE_BACK_STEPS } from "@/server/usecases/write-backs/steps";
import { TEST_SETTINGS } from "./settings";

const [url = "", workspaceId = "", runId = "", pageSize = "", begin = "", death = "never"] =
  process.argv.slice(2);
const started = Date.now();
const now = () => Number(begin) + Date.now() - started;
const die = () => process.kill(process.pid, "SIGKILL");
const log: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: (fields, message) => void process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
  error: (fields, message) => void process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
};

const [where, after] = death.split(":");
let passed = 0;
let decidedAt = 0;
function checkpoint(point: Checkpoint): void {
  if (point === "run:before-finish") decidedAt = performance.now();
  if (point !== `run:${where}`) return;
  passed += 1;
  if (passed === Number(after)) die();
}

const db = openDatabase(url, { connections: 4 });
const services: Services = {
  db,
  settings: TEST_SETTINGS,
  log,
  meter: openMetrics(db),
  sandbox: null,
  storeCache: openStoreCache(now),
  now,
  newId: (kind) => makeId(kind, now(), randomBytes(10)),
  checkpoint,
  writeBackSteps: WRITE_BACK_STEPS,
};
const begun = performance.now();
await processRun(services, tenantOf(workspaceId), runId, undefined, Number(pageSize));
const figures = {
  seconds: (performance.now() - begun) / 1_000,
  deciding_seconds: (decidedAt - begun) / 1_000,
  peak_memory_kb: process.resourceUsage().maxRSS,
};
process.stdout.write(`${JSON.stringify(figures)}\n`);
await db.close();
