import type { Settings } from "@/server/usecases/settings";

/** The guards of the protocol that an experiment can disable, one at a time, to show what each prevents. */
export const GUARDS = ["status", "fence", "read-back", "quarantine", "price-fields"] as const;
export type Guard = (typeof GUARDS)[number];

/**
 * The stores of every test run: a real Vendure; shops as WooCommerce and Medusa were measured, and one that any
 * workspace has, which crash between their separate writes of key, price and charge; and one as Shopify's API is
 * documented, which crashes before and after its one write.
 */
export const STORE_NAMES = ["vendure", "woocommerce", "medusa", "shopify", "crashing"] as const;
/** The stores that only a command of their own installs. */
export const LARGE_STORE_NAMES = ["medusa-real"] as const;
export type StoreName = (typeof STORE_NAMES)[number] | (typeof LARGE_STORE_NAMES)[number];

/** One experiment: its size, its faults, and the disabled guard. */
export interface ExperimentOptions {
  readonly store: StoreName;
  readonly items: number;
  readonly seed: number;
  readonly without: Guard | null;
  readonly workers: number;
  /** The number of requests that each kind of network fault hits. */
  readonly faultsOfEachKind: number;
  /** The number of writes that each kind of crash of the store hits. */
  readonly crashesOfEachKind: number;
  /** The number of prices the merchant edits before the workers start, while they work, and after ours was applied. */
  readonly merchantEdits: number;
  readonly reverts: number;
  readonly timing: Timing;
}

/** Durations in milliseconds. The quarantine exceeds a request's longest life: start, time-out and late arrival. */
export interface Timing {
  readonly storeTimeoutMs: number;
  readonly quarantineMs: number;
  readonly leaseMs: number;
  readonly lateMs: number;
  readonly timeoutMs: number;
}

/** The arguments of a worker process, as JSON on its command line. */
export interface WorkerOptions {
  readonly databaseUrl: string;
  readonly settings: Settings;
  readonly seed: number;
  readonly without: Guard | null;
  readonly stallMs: number;
}

/** The full experiment. */
export const FULL_SIZE: ExperimentOptions = {
  store: "vendure",
  items: 85,
  seed: 1,
  without: null,
  workers: 4,
  faultsOfEachKind: 8,
  crashesOfEachKind: 8,
  merchantEdits: 4,
  reverts: 8,
  timing: { storeTimeoutMs: 3_000, quarantineMs: 12_000, leaseMs: 7_000, lateMs: 4_500, timeoutMs: 240_000 },
};

/** A small experiment for every test run. */
export const SMALL_SIZE: ExperimentOptions = {
  ...FULL_SIZE,
  items: 10,
  faultsOfEachKind: 1,
  crashesOfEachKind: 1,
  merchantEdits: 1,
  reverts: 2,
  workers: 3,
  timing: { storeTimeoutMs: 1_500, quarantineMs: 5_000, leaseMs: 4_000, lateMs: 2_200, timeoutMs: 300_000 },
};

/** What differs for a real Medusa, which takes a second for a write and a quarter of a minute to come back. */
export const REAL_MEDUSA: Pick<ExperimentOptions, "crashesOfEachKind" | "timing"> = {
  crashesOfEachKind: 2,
  timing: {
    storeTimeoutMs: 10_000,
    quarantineMs: 40_000,
    leaseMs: 30_000,
    lateMs: 14_000,
    timeoutMs: 900_000,
  },
};
