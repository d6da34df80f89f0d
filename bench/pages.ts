/**
 * Measures how fast competitors' pages are read, and what that costs everybody else. `npm run bench:pages -- FOLDER
 * [checks]`: the folder has pages as `eval:extraction` reads them. Prints the processor time for each page beside that
 * of two parsers alone, that of the slowest page made to be slow, and the 95th percentile of the API's answers before
 * and while that many pages are checked, 2,000 unless stated otherwise, with the processor time of everybody meanwhile;
 * 0 leaves that part out. The last output line is the figures as JSON. Exits with 1 if a limit is exceeded.
 */
import { measureWhileChecking, type WhileChecking } from "./pages/checking";
import { readPages } from "./pages/page-folder";
import { measureReading, slowestHostilePage } from "./pages/reading-time";

const BARS = { mean_ms: 45, slowest_ms: 300, hostile_ms: 1_000, checking_to_idle: 2 };
const UNMEASURED: WhileChecking = {
  api_p95_idle_ms: Number.NaN,
  api_p95_checking_ms: Number.NaN,
  checked: 0,
  checking_seconds: Number.NaN,
  processor_seconds: null,
};

async function main(folder: string, checks: number): Promise<void> {
  const pages = await readPages(folder);
  const { pricecheck, ...parsers } = measureReading(pages);
  if (pricecheck === undefined) throw new Error("no page was read");
  const hostile = slowestHostilePage();
  const api = checks === 0 ? UNMEASURED : await measureWhileChecking(folder, checks);
  const { mean_ms, slowest_ms } = pricecheck.median;
  const ratio = api.api_p95_checking_ms / api.api_p95_idle_ms;
  const bars_missed = [
    ...(mean_ms > BARS.mean_ms ? ["mean"] : []),
    ...(slowest_ms > BARS.slowest_ms ? ["slowest"] : []),
    ...(hostile.ms > BARS.hostile_ms ? ["hostile"] : []),
    ...(ratio > BARS.checking_to_idle ? ["API while checking"] : []),
  ];
  const figures = {
    pages: pages.length,
    first_pass: pricecheck.first,
    parsers_alone: parsers,
    hostile,
    checked: api.checked,
    checking_seconds: api.checking_seconds,
    processor_seconds: api.processor_seconds,
    bars_missed,
    mean_ms,
    slowest_ms,
    pages_per_second: Number((1_000 / mean_ms).toFixed(1)),
    api_p95_idle_ms: api.api_p95_idle_ms,
    api_p95_checking_ms: api.api_p95_checking_ms,
  };
  console.log(JSON.stringify(figures));
  process.exitCode = bars_missed.length === 0 ? 0 : 1;
}

const [folder, checks = "2000"] = process.argv.slice(2);
if (folder === undefined) throw new Error("Usage: npm run bench:pages -- FOLDER [checks]");
await main(folder, Math.min(2_000, Number(checks)));
