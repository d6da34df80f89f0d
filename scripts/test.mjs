// `npm test`: prepares what the tests need, then runs all of them or one part: check, unit, engine, connectors, reader,
// integration, external, measuring, e2e.
import "./node-version.mjs";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureApiTypes, ensureBundled, ensureGenerated, ensurePages } from "./build.mjs";
import { ensureInstalled } from "./install.mjs";
import { runParts } from "./parts.mjs";
import { playwrightResult, vitestResult } from "./reports.mjs";
import { outcome, StepError } from "./step.mjs";
import {
  ensureChromium,
  ensureOldestPostgres,
  ensurePromtool,
  ensureRedis,
  ensureStores,
} from "./test-needs.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const reports = mkdtempSync(join(tmpdir(), "pricecheck-reports-"));
const env = withoutServiceVariables(process.env);
const totals = { passed: 0, failed: 0, skipped: 0 };
const reds = [];

// `npm run test:external` runs the plans of all statements there.
const SMALL_EXTERNAL = ["server/db/database/oldest-server.test.ts"];

const parts = {
  check: {
    // The tests that `npm run check` ends with run in the parts unit, engine, connectors and integration, once.
    tests: () => command("npm", ["run", "--silent", wanted.length === 0 ? "check:static" : "check"]),
  },
  unit: { tests: () => vitest("unit") },
  engine: { tests: () => vitest("engine") },
  connectors: {
    needs: () => ensureStores(root),
    tests: () => vitest("connectors"),
  },
  reader: { tests: () => vitest("reader") },
  integration: {
    needs: async () => {
      await ensureBundled(root);
      await ensurePages(root);
      await ensureRedis();
      await ensurePromtool();
      await ensureStores(root);
    },
    tests: () => vitest("integration"),
  },
  external: {
    tests: async () => {
      if (await ensureOldestPostgres()) await vitest("external", SMALL_EXTERNAL);
    },
  },
  measuring: {
    needs: async () => {
      await ensureBundled(root);
      await ensurePages(root);
      await ensureOldestPostgres();
      env.CHROMIUM_PATH = await ensureChromium(root);
    },
    tests: () => vitest("measuring"),
  },
  e2e: {
    needs: async () => {
      await ensureBundled(root);
      await ensurePages(root);
      await ensureStores(root);
      env.CHROMIUM_PATH = await ensureChromium(root);
    },
    tests: playwright,
  },
};

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !(name in parts));
if (unknown) {
  process.stderr.write(`There is no part ${unknown}; there are ${Object.keys(parts).join(", ")}.\n`);
  process.exit(2);
}
process.exitCode = await runAll(wanted.length > 0 ? wanted : Object.keys(parts));

/** Without the dependencies no part can run; what one part needs beyond them is its own. */
async function runAll(names) {
  const prepared = await runParts([{ name: "prepare", work: prepare }]);
  const ran = await runParts(
    prepared.failures.length > 0 ? [] : names.map((name) => ({ name, work: () => runPart(parts[name]) })),
  );
  rmSync(reports, { recursive: true, force: true });
  return conclude(names, [...prepared.rows, ...ran.rows], [...prepared.failures, ...ran.failures]);
}

async function prepare() {
  await ensureInstalled(root, "the dependencies");
  await ensureGenerated(root);
  await ensureApiTypes(root);
}

async function runPart({ needs, tests }) {
  await needs?.();
  await tests();
}

function conclude(names, rows, failures) {
  const { passed, failed, skipped } = totals;
  const noTests = failures.length === 0 && passed + failed === 0 && names.some((name) => name !== "check");
  // A red test of an early part stands far above; here it is named again, where one looks first.
  for (const red of reds) process.stdout.write(`\n${red}\n`);
  process.stdout.write("\n");
  for (const row of rows)
    process.stdout.write(`${row.name.padEnd(12)} ${row.took.padStart(12)}  ${row.result}\n`);
  for (const failure of failures) process.stderr.write(`${failure}\n`);
  if (noTests) process.stderr.write("No test ran.\n");
  process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`);
  return failures.length > 0 || noTests || failed > 0 ? 1 : 0;
}

async function vitest(project, files = []) {
  const report = join(reports, `${project}.json`);
  const program = join(root, "node_modules", "vitest", "vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  await counted(report, vitestResult, () =>
    command(process.execPath, [program, "run", `--project=${project}`, ...reporters, ...files]),
  );
}

async function playwright() {
  const report = join(reports, "e2e.json");
  env.PLAYWRIGHT_JSON_OUTPUT_NAME = report;
  const program = join(root, "node_modules", "@playwright", "test", "cli.js");
  const args = ["test", "--config=e2e/playwright.config.ts", "--reporter=list,json", "--fail-on-flaky-tests"];
  await counted(report, playwrightResult, () => command(process.execPath, [program, ...args]));
}

// The counts are the test runner's own, also for a failed run.
async function counted(report, resultOf, work) {
  try {
    await work();
  } finally {
    const result = resultOf(readReport(report), root);
    for (const kind of Object.keys(totals)) totals[kind] += result[kind];
    reds.push(...result.reds);
  }
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new StepError("the test runner left no report");
  }
}

async function command(program, args) {
  const { code } = await outcome(program, args, { cwd: root, env });
  if (code !== 0) throw new StepError(`failed (${code})`);
}

// The tests start their own databases and services; settings of a real one must not reach them.
function withoutServiceVariables(all) {
  const service =
    /^(DATABASE_|REDIS_URL$|UPSTASH_|SMTP_URL$|DATA_DIR$|PORT$|HOST$|PUBLIC_URL$|NODE_ENV$|APP_DB_|AUTH_|ENCRYPTION_)/;
  return Object.fromEntries(Object.entries(all).filter(([name]) => !service.test(name)));
}
