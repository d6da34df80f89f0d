import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { runSuite, type Suite } from "./suites";
import type { Verdicts } from "./verdicts";

const Checks = z.array(
  z.looseObject({ id: z.string(), status: z.string(), errorMessage: z.string().nullish() }),
);

/** Scenarios that are known to fail, with the reason and the failing checks (all of them if none is listed). */
export type Expected = Readonly<
  Record<string, { readonly checks?: readonly string[]; readonly why: string }>
>;

export interface ConformanceRun {
  readonly part: string;
  readonly suite: Suite;
  readonly url: string;
  /** The command-line arguments of the suite. */
  readonly args: readonly string[];
  /** The scenarios that count; all if omitted. */
  readonly only?: readonly string[];
  readonly expected?: Expected;
}

const WITHIN_MS = 240_000;

/** Runs an official suite against an address and records the result of each scenario. */
export async function evaluate(run: ConformanceRun, verdicts: Verdicts): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), "pricecheck-mcp-"));
  try {
    const args = ["server", "--url", run.url, "--output-dir", dir, ...run.args];
    const { out, err } = await runSuite(run.suite, args, { withinMs: WITHIN_MS, cwd: dir });
    const scenarios = await readScenarios(dir);
    if (scenarios.size === 0) throw new Error(`${run.part}: the suite ran nothing:\n${out}${err}`);
    for (const name of run.only ?? [])
      if (!scenarios.has(name))
        verdicts.note({ part: run.part, name, result: "failed", note: "the suite has no such scenario" });
    for (const [name, failures] of scenarios)
      if (!run.only || run.only.includes(name)) verdicts.note(verdictOn(run, name, failures));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

type Failure = z.output<typeof Checks>[number];

/** Returns the failed checks by scenario. */
async function readScenarios(dir: string): Promise<Map<string, Failure[]>> {
  const found = new Map<string, Failure[]>();
  for (const folder of (await readdir(dir)).toSorted()) {
    const name = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(folder)?.[1];
    if (name === undefined) continue;
    const checks = Checks.parse(JSON.parse(await readFile(join(dir, folder, "checks.json"), "utf8")));
    found.set(
      name,
      checks.filter(({ status }) => status === "FAILURE"),
    );
  }
  return found;
}

function verdictOn({ part, expected }: ConformanceRun, name: string, failures: readonly Failure[]) {
  const known = expected?.[name];
  const unknown = failures.filter(({ id }) => !known || (known.checks && !known.checks.includes(id)));
  const [worst] = unknown;
  if (worst)
    return { part, name, result: "failed", note: `${worst.id}: ${worst.errorMessage ?? ""}` } as const;
  const missing = known?.checks?.filter((id) => !failures.some((each) => each.id === id)) ?? [];
  if (known && (failures.length === 0 || missing.length > 0))
    return { part, name, result: "failed", note: "it is listed as an expected failure and passes" } as const;
  if (known) return { part, name, result: "expected", note: known.why } as const;
  return { part, name, result: "passed", note: null } as const;
}
