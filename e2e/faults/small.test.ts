import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testDatabase } from "@/server/testing/database";
import type { Findings } from "./check";
import { playSchedules } from "./experiment";
import { holds } from "./figures";
import { INTACT, MUTANTS } from "./mutants";
import { COMMITS, type CommitName, FAULT_POINTS } from "./points";
import type { FaultOptions } from "./schedule";

const SCHEDULES = 2;
/** So many rounds of schedules are played at most, until each fault was met. */
const ROUNDS = 10;
const MUTANT_SCHEDULES = 60;
/** Faults that the schedules on the four stores meet, and those on the sandbox, which alone is written by PUT. */
const ON_ALL = [
  "mark before the answer",
  "notice before the answer",
  "end of a sale not noticed",
  "end of a sale noticed",
];
const ON_SANDBOX = [403, 405, 501].map((status) => `PUT of a price refused with ${status}`);
const ROOT = join(import.meta.dirname, "..", "..");

/**
 * The statements of the generated database client are made when they are executed, and are in no file of the service.
 */
const generated = Object.entries(COMMITS).filter(([, { source }]) => source.includes('"public"'));

async function play(options: Omit<FaultOptions, "processesEvery">) {
  const database = await testDatabase();
  try {
    return await playSchedules(database, { ...options, processesEvery: 0 });
  } finally {
    await database.drop();
  }
}

describe("schedules of faults", () => {
  it("break no promise on the four stores, to which they come by turns", async () => {
    const met = new Set<string>();
    // Which of a schedule's faults a call meets depends on which processes come first, whatever the seed.
    const isDone = () => ON_ALL.every((fault) => met.has(fault));
    for (let round = 0; round < ROUNDS && !isDone(); round += 1) {
      const figures = await play({ store: "all", schedules: 4 * SCHEDULES, seed: 313 + round });
      expect(holds(figures), figures.notes.join("\n")).toBe(true);
      expect(Object.keys(figures.stores).sort()).toEqual(["medusa", "sandbox", "shopify", "woocommerce"]);
      for (const [store, { schedules, applied_once }] of Object.entries(figures.stores)) {
        expect(schedules, store).toBe(SCHEDULES);
        expect(applied_once, store).toBeGreaterThan(0);
      }
      for (const fault of figures.injected.keys()) met.add(fault);
    }
    expect([...met]).toEqual(expect.arrayContaining(ON_ALL));
  }, 240_000);

  it("reach the statements that the service's files do not contain, and those that mutants rewrite", async () => {
    const rewrites = Object.values(MUTANTS).flatMap((mutant) =>
      // A mutant's pattern, with itself in its place.
      mutant.rewrites.map(({ part }) => ({ part, by: "$&" })),
    );
    const { reached, unmatched, ...figures } = await play({
      store: "sandbox",
      schedules: SCHEDULES,
      seed: 202,
      mutation: { ...INTACT, rewrites },
    });
    expect(generated.map(([name]) => name)).toContain("approval-stored");
    expect(generated.map(([name]) => name).filter((name) => !reached.has(name as CommitName))).toEqual([]);
    expect(unmatched).toEqual([]);
    expect([...figures.injected.keys()]).toEqual(expect.arrayContaining(ON_SANDBOX));
    expect(holds(figures), figures.notes.join("\n")).toBe(true);
  }, 240_000);

  it("find a second send, a token without rights and a price told as failed, where the guard is gone", async () => {
    const enough = (promise: "double" | "not_entitled" | "false_failure") => (findings: Findings) =>
      findings[promise] > 0;
    const seed = 1;
    const options = { store: "sandbox", schedules: MUTANT_SCHEDULES, seed } as const;
    const twice = await play({ ...options, mutation: MUTANTS["read-back"], enough: enough("double") });
    expect(twice.double).toBeGreaterThan(0);
    const anyone = MUTANTS["rights of a token"];
    const unentitled = await play({ ...options, mutation: anyone, enough: enough("not_entitled") });
    expect(unentitled.not_entitled).toBeGreaterThan(0);
    const hosts = MUTANTS["whose refusal it is"];
    const believed = await play({ ...options, mutation: hosts, enough: enough("false_failure") });
    expect(believed.false_failure).toBeGreaterThan(0);
  }, 240_000);
});

describe("the points at which faults strike", () => {
  const programs = filesBelow(join(ROOT, "dist"), join(ROOT, ".next", "server"));

  it("are in no build of the service", () => {
    expect(programs.length).toBeGreaterThan(10);
    const texts = programs.map((file) => readFileSync(file, "utf8"));
    const names = [...FAULT_POINTS, ...Object.keys(COMMITS)];
    expect(names.filter((name) => texts.some((text) => text.includes(name)))).toEqual([]);
  });

  it("are statements that the service executes", () => {
    const service = programs
      .filter((file) => file.endsWith("main.js"))
      .map((file) => readFileSync(file, "utf8"));
    const written = Object.entries(COMMITS).filter((each) => !generated.some(([name]) => name === each[0]));
    const missing = written.filter(
      ([, { source }]) => !service.some((text) => new RegExp(source.replace("^", "")).test(text)),
    );
    expect(missing.map(([name]) => name)).toEqual([]);
  });
});

function filesBelow(...folders: readonly string[]): string[] {
  return folders.filter(existsSync).flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".js"))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
}
