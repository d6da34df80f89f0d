import type { ExperimentStore } from "@/e2e/exactly-once/store";
import { STORES } from "@/e2e/exactly-once/stores";
import { rejectedAt } from "@/e2e/protocol-model/accept";
import { connectorFor } from "@/server/stores/registry";
import { startFaultProxy } from "@/server/testing/fault-proxy";
import { randomFrom } from "@/server/testing/random";
import type { ApiProcess } from "./api-process";
import { check, type Findings } from "./check";
import type { Clock } from "./clock";
import { injectCommitFault } from "./commit-faults";
import { startInProcessWorker } from "./in-process-worker";
import { INTACT, type Mutation } from "./mutants";
import { network } from "./network-faults";
import { type FaultStore, type StoreChoice, storeOf } from "./options";
import { play } from "./play";
import type { CommitName, Phase } from "./points";
import { processTask } from "./process-task";
import type { Rewriter } from "./rewriter";
import { count, type Injected, type Scene } from "./scene";
import { openShop } from "./shop";
import { type Trace, type Traces, tracesOf } from "./traces";

export interface FaultOptions {
  readonly store: StoreChoice;
  readonly schedules: number;
  /** The seed of the first schedule; each following one has the next number. */
  readonly seed: number;
  /** One in so many schedules is worked on by processes that are really killed; 0 for none. */
  readonly processesEvery: number;
  readonly mutation?: Mutation;
  /** Called after each schedule. */
  readonly played?: (played: Played) => void | Promise<void>;
  /** Ends the run after the schedule in which it is true. */
  readonly enough?: (findings: Findings) => boolean;
}

/** A schedule that was played. */
export interface Played {
  readonly seed: number;
  readonly store: FaultStore;
  readonly findings: Findings;
}

const ITEMS = 3;
/** The share of schedules whose host takes no PUT. */
const REFUSES_PUT = 0.2;

/** What one schedule shares with the others of its run, and its number. */
export interface Part {
  readonly database: { readonly appUrl: string };
  readonly options: FaultOptions;
  readonly api: ApiProcess;
  readonly clock: Clock;
  readonly current: { scene: Scene | null };
  readonly injected: Injected;
  readonly workers: Scene["workers"];
  readonly seed: number;
  /** Whether killed processes work on this schedule. */
  readonly real: boolean;
  readonly traces: Traces;
  readonly processes: Scene["processes"];
  readonly rewriter: Rewriter;
  readonly reached: Map<CommitName, number>;
}

/** Plays one schedule on a store of its own, except for a real one, which is kept. */
export async function playOne(part: Part, kept: ExperimentStore | null): Promise<Played> {
  const { options, api, current, seed, real } = part;
  const random = randomFrom(seed);
  const name = storeOf(options.store, seed);
  const store = kept ?? (await STORES[name](part.clock.now));
  const before = (await store.writes()).length;
  const proxy = await startFaultProxy({ target: store.url, decide: network(() => current.scene) });
  try {
    const shop = await openShop(api, store, { url: proxy.url, items: ITEMS, random });
    const scene: Scene = {
      ...part,
      random,
      randomAtOnce: randomFrom(seed + 0.5e9),
      store: { ...store, writes: async () => (await store.writes()).slice(before) },
      shop,
      observed: [],
      effects: new Map(),
      edits: new Map(),
      lateSales: new Set(),
      refs: new Map(),
      answered: new Set(),
      serverErrors: [],
      atWork: [],
      startWorker: () => startWorker(part, scene),
      processTask: processTask(options.mutation ?? INTACT),
      refusesPut: random() < REFUSES_PUT,
      faulty: true,
      processes: real ? part.processes : null,
    };
    if (scene.refusesPut) count(scene, "host without PUT");
    current.scene = scene;
    const stuck = await play(scene);
    await proxy.settled();
    const findings = await check(scene, stuck);
    // What a real Medusa does after the time-out of its client is seen with its answer, and that can be after the end.
    for (const trace of name === "medusa-real" ? [] : await tracesOf(scene)) {
      const { completesWrites } = connectorFor(store.kind).capabilities;
      const at = rejectedBy(trace, completesWrites);
      part.traces.taken += 1;
      if (at !== null) part.traces.rejected.push({ name: nameOf(seed, real), trace, at });
    }
    const played = { seed, store: name, findings };
    await options.played?.(played);
    return played;
  } finally {
    current.scene = null;
    await proxy.stop();
    if (!kept) await store.stop();
  }
}

/** A write that was interrupted is left to a person while a sale price stands, and completed once it is gone. */
function rejectedBy({ seen, beginnings, sale }: Trace, completes: boolean): number | null {
  const at = rejectedAt(seen, { completes }, beginnings);
  return at === null || sale === null
    ? at
    : rejectedAt(seen, { completes: false, notices: sale === "late" }, beginnings);
}

/** Starts a worker, and forgets the dead. */
function startWorker(
  { database, api, clock, workers, current, rewriter, reached }: Part,
  first: Scene,
): Scene["workers"][number] {
  for (const dead of workers.filter((worker) => worker.dead())) {
    workers.splice(workers.indexOf(dead), 1);
    void dead.close();
  }
  const worker = startInProcessWorker({
    appUrl: database.appUrl,
    settings: api.services.settings,
    now: clock.now,
    processTask: first.processTask,
    injectFault: (own, name, phase) => {
      noteReached(reached, name, phase);
      return current.scene === null
        ? Promise.resolve("go")
        : injectCommitFault(current.scene, own, name, phase);
    },
    rewriter,
  });
  workers.push(worker);
  return worker;
}

/** Counts a commit once, before it. */
export function noteReached(reached: Map<CommitName, number>, name: CommitName, phase: Phase): void {
  if (phase === "before") reached.set(name, (reached.get(name) ?? 0) + 1);
}

/** Names a schedule by the options that repeat it. */
export const nameOf = (seed: number, real: boolean): string => `--seed ${seed}${real ? " --processes" : ""}`;
