import type { Findings } from "./check";
import type { CommitName } from "./points";
import { PROMISES } from "./promises";
import type { Injected } from "./scene";
import type { Trace } from "./traces";

export interface FaultFigures extends Omit<Findings, "notes"> {
  readonly schedules: number;
  readonly in_processes: number;
  /** Traces of write-backs, and those that the model of the protocol does not allow. */
  readonly traces: number;
  readonly rejected_traces: number;
  readonly seconds: number;
}

/** The traces that the model of the protocol was given, and those that it does not allow. */
export interface Traces {
  taken: number;
  readonly rejected: { readonly name: string; readonly trace: Trace; readonly at: number }[];
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

/** Whether nothing that is promised was broken. */
export const holds = (figures: FaultFigures): boolean =>
  PROMISES.every((promise) => figures[promise] === 0) && figures.rejected_traces === 0;
