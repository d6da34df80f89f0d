import type { Findings } from "./check";
import type { FaultStore } from "./options";
import type { CommitName } from "./points";
import { PROMISES } from "./promises";
import type { Injected } from "./scene";
import type { Played } from "./schedule";
import type { Traces } from "./traces";

export interface FaultFigures extends Omit<Findings, "notes"> {
  readonly schedules: number;
  readonly in_processes: number;
  readonly stores: Readonly<Partial<Record<FaultStore, OfStore>>>;
  /** Traces of write-backs, and those that the model of the protocol does not allow. */
  readonly traces: number;
  readonly rejected_traces: number;
  readonly seconds: number;
}

/** What the schedules on one store showed. */
interface OfStore {
  readonly schedules: number;
  readonly approved: number;
  readonly applied_once: number;
  readonly conflicts: number;
}

/** What the figures stand for. */
export interface Details {
  readonly injected: Injected;
  readonly notes: readonly string[];
  readonly rejected: Traces["rejected"];
  /** How often each commit was reached. */
  readonly reached: ReadonlyMap<CommitName, number>;
  /** The patterns of the mutant that no statement contained. */
  readonly unmatched: readonly string[];
}

const SUMMED = [
  ...PROMISES,
  "approved",
  "applied_once",
  "conflicts",
  "failed",
  "reverts_once",
  "in_window",
] as const satisfies readonly (keyof Findings)[];

/** Adds up what the schedules showed, name by name. */
export function sumOf(all: readonly Findings[]): Omit<Findings, "notes"> {
  const sums = SUMMED.map((name) => [name, all.reduce((total, each) => total + each[name], 0)]);
  return Object.fromEntries(sums) as Record<(typeof SUMMED)[number], number>;
}

/** Returns the figures of each store that was played on. */
export function byStore(all: readonly Played[]): FaultFigures["stores"] {
  const names = [...new Set(all.map(({ store }) => store))];
  return Object.fromEntries(
    names.map((name) => {
      const own = all.filter(({ store }) => store === name).map(({ findings }) => findings);
      const { approved, applied_once, conflicts } = sumOf(own);
      return [name, { schedules: own.length, approved, applied_once, conflicts }];
    }),
  );
}

/** Whether nothing that is promised was broken. */
export const holds = (figures: FaultFigures): boolean =>
  PROMISES.every((promise) => figures[promise] === 0) && figures.rejected_traces === 0;
