/**
 * Runs the tests that draw, each time with another seed. `npm run test:seeds -- [--runs N] [--seed N] [--part NAME]`:
 * twenty runs unless stated otherwise, of the files whose path contains NAME. A failure prints the seed and the files
 * that failed; `TEST_SEED=N npx vitest run FILE` repeats it. Exits with 1 if a run failed.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";

const ROOT = join(import.meta.dirname, "..", "..");
/** The files that draw say so by what they import. */
const DRAWS = 'from "@/server/testing/(seed|pricing-cases)"';

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "20" },
    seed: { type: "string" },
    part: { type: "string", default: "" },
  },
});
const runs = Number(values.runs);
const first = Number(values.seed ?? Date.now() % 1_000_000);
if (!Number.isSafeInteger(runs) || runs < 1) throw new Error("--runs takes a count");
if (!Number.isSafeInteger(first)) throw new Error("--seed takes a whole number");

const Report = z.object({
  numPassedTests: z.number(),
  testResults: z.array(z.object({ name: z.string(), status: z.string() })),
});

const files = drawingFiles().filter((file) => file.includes(values.part));
if (files.length === 0) throw new Error(`No test that draws has "${values.part}" in its path.`);
const folder = mkdtempSync(join(tmpdir(), "pricecheck-seeds-"));
const failures: { seed: number; files: string[] }[] = [];
let passed = 0;
try {
  for (let seed = first; seed < first + runs; seed += 1) {
    const report = runWith(seed);
    passed += report.numPassedTests;
    const failed = report.testResults.filter(({ status }) => status !== "passed");
    if (failed.length > 0) failures.push({ seed, files: failed.map(({ name }) => relative(ROOT, name)) });
    console.log(`seed ${seed}: ${report.numPassedTests} passed, ${failed.length} files failed`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(JSON.stringify({ runs, first_seed: first, files: files.length, passed, failures }));
process.exitCode = failures.length > 0 ? 1 : 0;

function drawingFiles(): string[] {
  const found = spawnSync("git", ["grep", "-lE", DRAWS, "--", "*.test.ts"], { cwd: ROOT, encoding: "utf8" });
  return found.stdout.split("\n").filter(Boolean);
}

function runWith(seed: number): z.infer<typeof Report> {
  const outputFile = join(folder, `${seed}.json`);
  const vitest = join(ROOT, "node_modules", "vitest", "vitest.mjs");
  const options = [
    "--project=unit",
    "--project=engine",
    "--project=connectors",
    "--project=reader",
    "--project=integration",
    "--reporter=default",
    "--reporter=json",
  ];
  spawnSync(process.execPath, [vitest, "run", ...options, `--outputFile.json=${outputFile}`, ...files], {
    cwd: ROOT,
    env: { ...process.env, TEST_SEED: String(seed) },
    stdio: ["ignore", "inherit", "inherit"],
  });
  return Report.parse(JSON.parse(readFileSync(outputFile, "utf8")));
}
