import { STORES } from "@/e2e/exactly-once/stores";
import { workspaceFingerprint } from "@/server/testing/workspace-fingerprint";
import { openApiProcess } from "./api-process";
import { startClock } from "./clock";
import { byStore, type Details, type FaultFigures, sumOf } from "./figures";
import { INTACT } from "./mutants";
import { FAULT_SETTINGS, keptStoreOf } from "./options";
import type { CommitName, Phase } from "./points";
import { prepareProcesses } from "./processes";
import { rewriterOf } from "./rewriter";
import { draw, type Injected, type Scene } from "./scene";
import { type FaultOptions, nameOf, noteReached, type Part, type Played, playOne } from "./schedule";
import type { Traces } from "./traces";
import type { Interception } from "./transactions";

/** Faults out of a thousand commits of the process that answers people. */
const API_PROCESS_FAULTS: Readonly<Record<Phase, Readonly<Record<string, number>>>> = {
  before: { "connection of a request cut before commit": 30, "disk full at a commit of a request": 20 },
  in: { "disk full at a statement of a request": 20 },
  after: { "connection of a request cut after commit": 30 },
};

/** Breaks connections at the commits of the process that answers people, and fills the disk of its database. */
const apiFaultsOf =
  (current: Part["current"], reached: Part["reached"]): Interception["injectFault"] =>
  (name, phase) => {
    const { scene } = current;
    noteReached(reached, name, phase);
    const fault = scene && draw(scene, API_PROCESS_FAULTS[phase], scene.randomAtOnce);
    return Promise.resolve(fault === null ? "go" : fault.startsWith("disk full") ? "full" : "cut");
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
  const api = await openApiProcess(database, {
    settings: { ...FAULT_SETTINGS, ...settings },
    now: clock.now,
    interception: { ...rewriter, injectFault: apiFaultsOf(current, reached) },
  });
  for (const statement of options.mutation?.database ?? []) await api.sql(statement);
  const keptName = keptStoreOf(options.store);
  const kept = keptName === null ? null : await STORES[keptName](clock.now);
  const bystander = await api.arrange.workspace();
  await api.arrange.make.writeBack(bystander.id);
  const untouched = await workspaceFingerprint(api, bystander.id);
  const all: Played[] = [];
  const injected: Injected = new Map();
  const notes: string[] = [];
  const workers: Scene["workers"] = [];
  const traces: Traces = { taken: 0, rejected: [] };
  const processes = options.processesEvery > 0 ? await prepareProcesses(database.appUrl) : null;
  const shared = {
    database,
    options,
    api,
    clock,
    current,
    rewriter,
    injected,
    workers,
    traces,
    processes,
    reached,
  };
  let inProcesses = 0;
  try {
    for (let n = 0; n < options.schedules; n += 1) {
      const seed = options.seed + n;
      const real = options.processesEvery > 0 && n % options.processesEvery === options.processesEvery - 1;
      inProcesses += Number(real);
      const played = await playOne({ ...shared, seed, real }, kept);
      notes.push(...played.findings.notes.map((text) => `${played.store}, ${nameOf(seed, real)}: ${text}`));
      all.push(played);
      if (options.enough?.(played.findings)) break;
    }
    const changed = (await workspaceFingerprint(api, bystander.id)) !== untouched;
    if (changed) notes.push("foreign: the rows of another workspace changed");
    const sums = sumOf(all.map(({ findings }) => findings));
    return {
      schedules: all.length,
      ...sums,
      foreign: sums.foreign + Number(changed),
      in_processes: inProcesses,
      stores: byStore(all),
      seconds: Math.round((performance.now() - startedAt) / 100) / 10,
      traces: traces.taken,
      rejected_traces: traces.rejected.length,
      injected,
      notes,
      rejected: traces.rejected,
      reached,
      unmatched: rewriter.unmatched(),
    };
  } finally {
    await Promise.all(workers.map((worker) => worker.close()));
    await kept?.stop();
    await api.close();
  }
}
