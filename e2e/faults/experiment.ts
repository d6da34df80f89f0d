import { randomFrom } from "@/e2e/exactly-once/options";
import type { ExperimentStore } from "@/e2e/exactly-once/store";
import { rejectedAt } from "@/e2e/protocol-model/accept";
import { connectorFor } from "@/server/stores/registry";
import { startFaultProxy } from "@/server/testing/fault-proxy";
import { workspaceFingerprint } from "@/server/testing/workspace-fingerprint";
import { carry } from "./carry";
import { check, type Findings, PROMISES } from "./check";
import { type Clock, startClock } from "./clock";
import { startLife } from "./life";
import { INTACT, type Mutation } from "./mutants";
import { type Office, openOffice } from "./office";
import { FAULT_SETTINGS, type FaultStore } from "./options";
import { play } from "./play";
import type { CommitName, Phase } from "./points";
import { prepareProcesses } from "./processes";
import { type Rewriter, rewriterOf } from "./rewriter";
import { draw, type Scene, type Struck } from "./scene";
import { openShop, openStore } from "./shop";
import { network, strikeCommit } from "./strikes";
import { type Trace, tracesOf } from "./traces";
import type { Interception } from "./transactions";

export interface FaultOptions {
  readonly store: FaultStore;
  readonly schedules: number;
  /** The seed of the first schedule; each following one has the next number. */
  readonly seed: number;
  /** One in so many schedules is worked on by processes that are really killed; 0 for none. */
  readonly processesEvery: number;
  readonly mutation?: Mutation;
  /** Called after each schedule. */
  readonly played?: (seed: number, findings: Findings, scene: Scene) => void | Promise<void>;
  /** Ends the run after the schedule in which it is true. */
  readonly enough?: (findings: Findings) => boolean;
}

export interface FaultFigures extends Omit<Findings, "notes"> {
  readonly schedules: number;
  readonly in_processes: number;
  /** Traces of write-backs, and those that the model of the protocol does not allow. */
  readonly traces: number;
  readonly rejected_traces: number;
  readonly seconds: number;
}

/** What the figures stand for. */
interface Details {
  readonly struck: Struck;
  readonly notes: readonly string[];
  readonly rejected: Traces["rejected"];
  /** How often each commit was reached. */
  readonly reached: ReadonlyMap<CommitName, number>;
  /** The patterns of the mutant that no statement contained. */
  readonly unmatched: readonly string[];
}

const ITEMS = 3;

/** Faults out of a thousand commits of the process that answers people. */
const AT_THE_OFFICE = {
  before: { "connection of a request cut before commit": 30 },
  after: { "connection of a request cut after commit": 30 },
};

/** Plays seeded schedules one after the other and adds up what they showed. */
export async function playSchedules(
  database: { readonly ownerUrl: string; readonly appUrl: string },
  options: FaultOptions,
): Promise<FaultFigures & Details> {
  const startedAt = performance.now();
  const { settings } = options.mutation ?? INTACT;
  const rewriter = rewriterOf(options.mutation ?? INTACT);
  const reached = new Map<CommitName, number>();
  const clock = startClock(Date.now());
  const current: { scene: Scene | null } = { scene: null };
  const interception: Interception = {
    strike: (name, phase) => {
      const { scene } = current;
      noteReached(reached, name, phase);
      if (!scene || draw<string>(scene, AT_THE_OFFICE[phase], scene.randomAtOnce) === null)
        return Promise.resolve("go");
      return Promise.resolve("cut");
    },
    ...rewriter,
  };
  const office = await openOffice(database, {
    settings: { ...FAULT_SETTINGS, ...settings },
    now: clock.now,
    interception,
  });
  for (const statement of options.mutation?.database ?? []) await office.sql(statement);
  const kept = options.store === "vendure" ? await openStore.vendure() : null;
  const bystander = await office.arrange.workspace();
  await office.arrange.make.writeBack(bystander.id);
  const untouched = await workspaceFingerprint(office, bystander.id);
  const all: Findings[] = [];
  const struck: Struck = new Map();
  const notes: string[] = [];
  const lives: Scene["lives"] = [];
  const traces: Traces = { taken: 0, rejected: [] };
  const processes = options.processesEvery > 0 ? await prepareProcesses(database.appUrl) : null;
  let inProcesses = 0;
  try {
    for (let n = 0; n < options.schedules; n += 1) {
      const seed = options.seed + n;
      const real = options.processesEvery > 0 && n % options.processesEvery === options.processesEvery - 1;
      inProcesses += Number(real);
      const part: Part = {
        processes,
        traces,
        database,
        options,
        office,
        clock,
        current,
        struck,
        lives,
        seed,
        real,
        rewriter,
        reached,
      };
      const findings = await playOne(part, kept);
      notes.push(...findings.notes.map((text) => `${nameOf(seed, real)}: ${text}`));
      all.push(findings);
      if (options.enough?.(findings)) break;
    }
    const changed = (await workspaceFingerprint(office, bystander.id)) !== untouched;
    if (changed) notes.push("foreign: the rows of another workspace changed");
    const sum = (name: Exclude<keyof Findings, "notes">) =>
      all.reduce((total, each) => total + each[name], 0);
    return {
      schedules: all.length,
      approved: sum("approved"),
      applied_once: sum("applied_once"),
      conflicts: sum("conflicts"),
      failed: sum("failed"),
      lost: sum("lost"),
      double: sum("double"),
      overwritten: sum("overwritten"),
      wrong_field: sum("wrong_field"),
      stuck: sum("stuck"),
      not_entitled: sum("not_entitled"),
      forgotten: sum("forgotten"),
      audit: sum("audit"),
      foreign: sum("foreign") + Number(changed),
      reverts_once: sum("reverts_once"),
      in_window: sum("in_window"),
      in_processes: inProcesses,
      seconds: Math.round((performance.now() - startedAt) / 100) / 10,
      traces: traces.taken,
      rejected_traces: traces.rejected.length,
      struck,
      notes,
      rejected: traces.rejected,
      reached,
      unmatched: rewriter.unmatched(),
    };
  } finally {
    await Promise.all(lives.map((life) => life.close()));
    await kept?.stop();
    await office.close();
  }
}

/** Counts a commit once, before it. */
function noteReached(reached: Map<CommitName, number>, name: CommitName, phase: Phase): void {
  if (phase === "before") reached.set(name, (reached.get(name) ?? 0) + 1);
}

/** Names a schedule by the options that repeat it. */
const nameOf = (seed: number, real: boolean): string => `--seed ${seed}${real ? " --processes" : ""}`;

/** Whether nothing that is promised was broken. */
export const holds = (figures: FaultFigures): boolean =>
  PROMISES.every((promise) => figures[promise] === 0) && figures.rejected_traces === 0;

/** The traces that the model of the protocol was given, and those that it does not allow. */
export interface Traces {
  taken: number;
  readonly rejected: { readonly name: string; readonly trace: Trace; readonly at: number }[];
}

interface Part {
  readonly database: { readonly appUrl: string };
  readonly options: FaultOptions;
  readonly office: Office;
  readonly clock: Clock;
  readonly current: { scene: Scene | null };
  readonly struck: Struck;
  readonly lives: Scene["lives"];
  readonly seed: number;
  /** Whether killed processes work on this schedule. */
  readonly real: boolean;
  readonly traces: Traces;
  readonly processes: Scene["processes"];
  readonly rewriter: Rewriter;
  readonly reached: Map<CommitName, number>;
}

/** Plays one schedule on a store of its own, except for a real one, which is kept. */
async function playOne(part: Part, kept: ExperimentStore | null): Promise<Findings> {
  const { options, office, current, seed, real } = part;
  const random = randomFrom(seed);
  const store = kept ?? (await openStore[options.store]());
  const before = (await store.writes()).length;
  const proxy = await startFaultProxy({ target: store.url, decide: network(() => current.scene) });
  try {
    const shop = await openShop(office, store, { url: proxy.url, items: ITEMS, random });
    const scene: Scene = {
      ...part,
      random,
      randomAtOnce: randomFrom(seed + 0.5e9),
      store: { ...store, writes: async () => (await store.writes()).slice(before) },
      shop,
      happened: [],
      effects: new Map(),
      edits: new Map(),
      refs: new Map(),
      answered: new Set(),
      atWork: [],
      birth: () => birth(part, scene),
      carry: carry(options.mutation ?? INTACT),
      faulty: true,
      processes: real ? part.processes : null,
    };
    current.scene = scene;
    const stuck = await play(scene);
    await proxy.settled();
    const findings = await check(scene, stuck);
    for (const trace of await tracesOf(scene)) {
      const completes = connectorFor(store.kind).capabilities.completesWrites;
      const at = rejectedAt(trace.seen, completes);
      part.traces.taken += 1;
      if (at !== null) part.traces.rejected.push({ name: nameOf(seed, real), trace, at });
    }
    await options.played?.(seed, findings, scene);
    return findings;
  } finally {
    current.scene = null;
    await proxy.stop();
    if (!kept) await store.stop();
  }
}

/** Starts a worker, and forgets the dead. */
function birth(
  { database, office, clock, lives, current, rewriter, reached }: Part,
  first: Scene,
): Scene["lives"][number] {
  for (const dead of lives.filter((life) => life.dead())) {
    lives.splice(lives.indexOf(dead), 1);
    void dead.close();
  }
  const life = startLife({
    appUrl: database.appUrl,
    settings: office.services.settings,
    now: clock.now,
    carry: first.carry,
    strike: (own, name, phase) => {
      noteReached(reached, name, phase);
      return current.scene === null ? Promise.resolve("go") : strikeCommit(current.scene, own, name, phase);
    },
    rewriter,
  });
  lives.push(life);
  return life;
}
