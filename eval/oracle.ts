/**
 * Checks the pricing engine against its documents: drawn policies and items are decided by the engine, and by a search
 * over every price for what the documents say. `npm run eval:oracle -- [--cases N] [--seed N]`: 40,000 cases with a new
 * seed unless stated otherwise. Prints the first cases in which the two differ, and the figures as JSON on the last
 * line; exits with 1 if they differ, a recommended price is outside of a limit, or an approval would refuse one.
 */
import { parseArgs } from "node:util";
import { recommendedPrice } from "@/eval/oracle/compare";
import { drawFrom } from "@/eval/oracle/draw";
import { drawCase } from "@/eval/oracle/draw-case";
import { type Trial, tryCase } from "@/eval/oracle/trial";

/** So many faults are printed whole. */
const PRINTED = 3;

const { values } = parseArgs({
  options: { cases: { type: "string", default: "40000" }, seed: { type: "string" } },
});
const [cases, seed] = [Number(values.cases), Number(values.seed ?? Date.now() % 1_000_000_000)];
if (!Number.isSafeInteger(cases) || cases < 1) throw new Error("--cases takes a count");
if (!Number.isSafeInteger(seed)) throw new Error("--seed takes a whole number");

const startedMs = performance.now();
const draw = drawFrom(seed);
const skipped: Record<string, number> = {};
const figures = {
  cases,
  decided: 0,
  skipped,
  disagreements: 0,
  outside_limits: 0,
  refused_by_guards: 0,
  seed,
};
let faults = 0;

console.log(`seed ${seed}`);
for (let number = 1; number <= cases; number++) {
  const trial = tryCase(drawCase(draw));
  count(trial);
  if (!isFaulty(trial)) continue;
  faults += 1;
  if (faults <= PRINTED) print(number, trial);
}
console.log(JSON.stringify({ ...figures, seconds: Math.round((performance.now() - startedMs) / 1_000) }));
process.exitCode = faults > 0 ? 1 : 0;

function count({ outcome, differences, isOutsideLimits, brokenGuards }: Trial): void {
  if (recommendedPrice(outcome) !== null) figures.decided += 1;
  if (outcome.skipReason !== null) skipped[outcome.skipReason] = (skipped[outcome.skipReason] ?? 0) + 1;
  if (differences.length > 0) figures.disagreements += 1;
  if (isOutsideLimits) figures.outside_limits += 1;
  if (brokenGuards.length > 0) figures.refused_by_guards += 1;
}

function isFaulty({ differences, isOutsideLimits, brokenGuards }: Trial): boolean {
  return differences.length > 0 || isOutsideLimits || brokenGuards.length > 0;
}

function print(number: number, { asked, outcome, answer, differences, brokenGuards }: Trial): void {
  console.log(`case ${number}: ${[...differences, ...brokenGuards].join("; ")}`);
  for (const [name, value] of Object.entries({ ...asked, engine: outcome, documents: answer }))
    console.log(
      `  ${name}: ${JSON.stringify(value, (_key, each: unknown) => (typeof each === "bigint" ? `${each}` : each))}`,
    );
}
