import type { Settings } from "@/server/usecases/request-context";

/** The guards of the protocol that can be taken away, one at a time, to see what each is for. */
export const GUARDS = ["status", "fence", "read-back", "quarantine"] as const;
export type Guard = (typeof GUARDS)[number];

/** One experiment: how much, how unlucky, and without which guard. */
export interface ExperimentOptions {
  readonly items: number;
  readonly seed: number;
  readonly without: Guard | null;
  readonly workers: number;
  /** How many requests of each kind of fault the network has. */
  readonly faultsOfEachKind: number;
  /** Prices the merchant edits: before the workers start, while they work, and after ours was applied. */
  readonly merchantEdits: number;
  readonly reverts: number;
  readonly timing: Timing;
}

/** Durations in milliseconds. The quarantine is longer than any request can live: start, time-out and late arrival. */
export interface Timing {
  readonly storeTimeoutMs: number;
  readonly quarantineMs: number;
  readonly leaseMs: number;
  readonly lateMs: number;
  readonly timeoutMs: number;
}

/** What a worker process is told on its command line. */
export interface WorkerOrders {
  readonly databaseUrl: string;
  readonly settings: Settings;
  readonly seed: number;
  readonly without: Guard | null;
  readonly stallMs: number;
}

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The list in another order, the same for the same numbers. */
export function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((value) => ({ value, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

/** The whole experiment. */
export const FULL_SIZE: ExperimentOptions = {
  items: 85,
  seed: 1,
  without: null,
  workers: 4,
  faultsOfEachKind: 8,
  merchantEdits: 4,
  reverts: 8,
  timing: { storeTimeoutMs: 3_000, quarantineMs: 12_000, leaseMs: 7_000, lateMs: 4_500, timeoutMs: 240_000 },
};

/** As much of it as fits into every test run. */
export const SMALL_SIZE: ExperimentOptions = {
  ...FULL_SIZE,
  items: 20,
  faultsOfEachKind: 2,
  merchantEdits: 2,
  reverts: 3,
  timing: { storeTimeoutMs: 1_500, quarantineMs: 5_000, leaseMs: 4_000, lateMs: 2_200, timeoutMs: 120_000 },
};
