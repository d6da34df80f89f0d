import { parseArgs } from "node:util";
import { onOwnDatabase } from "@/e2e/own-database";
import { PROMISES } from "./check";
import { type FaultFigures, holds, playSchedules } from "./experiment";
import { MUTANTS, type MutantName } from "./mutants";
import { FAULT_STORES, type FaultStore } from "./options";
import type { Trace } from "./traces";

const USAGE = `Usage: [--schedules 1000] [--seed NUMBER] [--store ${FAULT_STORES.join("|")}] [--mutants] [--without MUTANT]`;
const MUTANT_SCHEDULES = 60;
const PROCESSES_EVERY = 50;

const { values } = parseArgs({
  options: {
    schedules: { type: "string", default: "1000" },
    seed: { type: "string" },
    store: { type: "string", default: "sandbox" },
    mutants: { type: "boolean", default: false },
    without: { type: "string" },
  },
});
const store = FAULT_STORES.find((name) => name === values.store);
const names = Object.keys(MUTANTS) as MutantName[];
const without = names.find((name) => name === values.without);
const schedules = Number(values.schedules);
if (
  store === undefined ||
  !Number.isInteger(schedules) ||
  (values.without !== undefined && without === undefined)
) {
  console.error(USAGE);
  process.exit(2);
}
const seed = Number(values.seed ?? Date.now() % 1_000_000);
console.log(`seed ${seed}, store ${store}: a schedule is repeated by --schedules 1 --seed with its number`);
const held = values.mutants ? await tryMutants(store) : await playAll(store);
process.exit(held ? 0 : 1);

async function playAll(on: FaultStore): Promise<boolean> {
  return onOwnDatabase("faults", async (database) => {
    const { struck, notes, rejected, ...figures } = await playSchedules(database, {
      store: on,
      schedules,
      seed,
      processesEvery: schedules === 1 ? 0 : PROCESSES_EVERY,
      ...(without === undefined ? {} : { mutation: MUTANTS[without] }),
      played: (number) => {
        if ((number - seed + 1) % 100 === 0) console.log(`${number - seed + 1} schedules`);
      },
    });
    for (const [fault, times] of [...struck].sort()) console.log(`${String(times).padStart(6)} ${fault}`);
    for (const note of notes) console.log(note);
    for (const { seed: number, trace, at } of rejected) console.log(`seed ${number}: ${textOf(trace, at)}`);
    console.log(JSON.stringify(inOrder(figures)));
    return holds(figures);
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

/** Removes each guard in turn, and plays until something that is promised breaks. */
async function tryMutants(on: FaultStore): Promise<boolean> {
  const survivors: string[] = [];
  const allowed: string[] = [];
  for (const name of names) {
    const figures = await onOwnDatabase("mutant", (database) =>
      playSchedules(database, {
        store: on,
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
    console.log(`${name}: ${red.join(", ") || "survived"} after ${figures.schedules} schedules`);
    if (figures.notes[0]) console.log(`  ${figures.notes[0]}`);
    if (rejected) console.log(`  seed ${rejected.seed}: ${textOf(rejected.trace, rejected.at)}`);
  }
  console.log(JSON.stringify({ mutants: names.length, survivors, traces_allowed: allowed }));
  return true;
}
