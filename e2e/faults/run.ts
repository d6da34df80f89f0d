import { parseArgs } from "node:util";
import { onOwnDatabase } from "@/e2e/own-database";
import { playSchedules } from "./experiment";
import { type FaultFigures, holds } from "./figures";
import { MAY_SURVIVE, MUTANTS, type MutantName } from "./mutants";
import { STORE_CHOICES, type StoreChoice } from "./options";
import { COMMITS, type CommitName } from "./points";
import { PROMISES } from "./promises";
import type { Trace } from "./traces";

const USAGE = `Usage: [--schedules 1000] [--seed NUMBER] [--store ${STORE_CHOICES.join("|")}] [--processes] [--without MUTANT]
       [--mutants] [--seed NUMBER]`;
const MUTANT_SCHEDULES = 60;
/** Odd, so that processes come by turns to each of the four stores. */
const PROCESSES_EVERY = 49;

const { values } = parseArgs({
  options: {
    schedules: { type: "string", default: "1000" },
    seed: { type: "string" },
    store: { type: "string" },
    processes: { type: "boolean", default: false },
    mutants: { type: "boolean", default: false },
    without: { type: "string" },
  },
});
const chosen = values.store ?? (values.mutants ? "sandbox" : "all");
const store = STORE_CHOICES.find((name) => name === chosen);
const names = Object.keys(MUTANTS) as MutantName[];
const without = names.find((name) => name === values.without);
const schedules = Number(values.schedules);
if (
  store === undefined ||
  !Number.isInteger(schedules) ||
  (values.without !== undefined && without === undefined) ||
  (values.mutants && store !== "sandbox")
) {
  console.error(USAGE);
  process.exit(2);
}
const seed = Number(values.seed ?? Date.now() % 1_000_000);
console.log(
  `seed ${seed}, store ${store}: --schedules 1 and what stands before a failure repeat its schedule`,
);
const held = values.mutants ? await tryMutants() : await playAll(store);
process.exit(held ? 0 : 1);

async function playAll(on: StoreChoice): Promise<boolean> {
  return onOwnDatabase("faults", async (database) => {
    const { injected, notes, rejected, reached, unmatched, ...figures } = await playSchedules(database, {
      store: on,
      schedules,
      seed,
      processesEvery: values.processes ? 1 : schedules < PROCESSES_EVERY ? 0 : PROCESSES_EVERY,
      ...(without === undefined ? {} : { mutation: MUTANTS[without] }),
      played: ({ seed: number }) => {
        if ((number - seed + 1) % 100 === 0) console.log(`${number - seed + 1} schedules`);
      },
    });
    for (const [fault, times] of [...injected].sort()) console.log(`${String(times).padStart(6)} ${fault}`);
    for (const note of notes) console.log(note);
    for (const { name, trace, at } of rejected) console.log(`${name}: ${textOf(trace, at)}`);
    if (unmatched.length > 0) console.log(`no statement contains ${unmatched.join(", ")}`);
    console.log(JSON.stringify(inOrder(figures)));
    const missed = Object.keys(COMMITS).filter((name) => !reached.has(name as CommitName));
    if (missed.length > 0) console.log(`commits that no schedule reached: ${missed.join(", ")}`);
    return holds(figures) && unmatched.length === 0;
  });
}

function textOf({ write, seen }: Trace, at: number): string {
  const labels = seen.map(({ label }, n) => (n === at ? `>${label}<` : label));
  return `the model does not allow ${write}: ${labels.join(", ")}`;
}

/** Puts the figures first that everybody asks for. */
function inOrder({ schedules: played, approved, applied_once, conflicts, seconds, ...rest }: FaultFigures) {
  const { lost, double, overwritten, wrong_field, stuck, ...more } = rest;
  const broken = { lost, double, overwritten, wrong_field, stuck };
  return { schedules: played, approved, applied_once, conflicts, ...broken, seconds, ...more };
}

/**
 * Removes each guard in turn, and plays until something that is promised breaks.
 * @returns whether each did, but for those behind another guard, and whether each really was removed
 */
async function tryMutants(): Promise<boolean> {
  const survivors: MutantName[] = [];
  const allowed: MutantName[] = [];
  const ineffective: MutantName[] = [];
  for (const name of names) {
    const figures = await onOwnDatabase("mutant", (database) =>
      playSchedules(database, {
        store: "sandbox",
        schedules: MUTANT_SCHEDULES,
        seed,
        processesEvery: 0,
        mutation: MUTANTS[name],
        enough: (findings) => PROMISES.some((promise) => findings[promise] > 0),
      }),
    );
    const red = PROMISES.filter((promise) => figures[promise] > 0);
    const [rejected] = figures.rejected;
    if (red.length === 0) survivors.push(name);
    if (!rejected) allowed.push(name);
    const behind = MAY_SURVIVE[name] ? `, behind it: ${MAY_SURVIVE[name]}` : "";
    console.log(`${name}: ${red.join(", ") || `survived${behind}`} after ${figures.schedules} schedules`);
    if (figures.notes[0]) console.log(`  ${figures.notes[0]}`);
    if (rejected) console.log(`  ${rejected.name}: ${textOf(rejected.trace, rejected.at)}`);
    if (figures.unmatched.length === 0) continue;
    ineffective.push(name);
    console.log(`  no statement contains ${figures.unmatched.join(", ")}`);
  }
  console.log(JSON.stringify({ mutants: names.length, survivors, ineffective, traces_allowed: allowed }));
  return ineffective.length === 0 && survivors.every((name) => MAY_SURVIVE[name] !== undefined);
}
