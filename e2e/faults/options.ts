import { TEST_SETTINGS } from "@/server/testing/settings";
import type { Settings } from "@/server/usecases/settings";

/** Stand-ins that start with each schedule, and real stores that stay for all of a run. */
const STAND_INS = ["sandbox", "woocommerce", "medusa", "shopify"] as const;
const REAL_STORES = ["vendure", "medusa-real"] as const;
export type FaultStore = (typeof STAND_INS)[number] | (typeof REAL_STORES)[number];

/** What a run can play on: one store, or the stand-ins by turns. */
export const STORE_CHOICES = ["all", ...STAND_INS, ...REAL_STORES] as const;
export type StoreChoice = (typeof STORE_CHOICES)[number];

/**
 * Returns the store of a schedule. Its number alone decides among the stand-ins, so that it repeats on the same one.
 */
export function storeOf(choice: StoreChoice, seed: number): FaultStore {
  return choice === "all" ? (STAND_INS[seed % STAND_INS.length] ?? "sandbox") : choice;
}

/** Returns the store that stays for all of a run; null where each schedule starts its own. */
export const keptStoreOf = (choice: StoreChoice): FaultStore | null =>
  REAL_STORES.find((name) => name === choice) ?? null;

/** The durations of an installation with its default settings; none of them is waited for. */
export const FAULT_SETTINGS: Settings = {
  ...TEST_SETTINGS,
  storeTimeoutMs: 10_000,
  quarantineMs: 60_000,
  writeBackLeaseMs: 30_000,
  runLeaseMs: 30_000,
};

/** What the network may add to a request at most; with time-out and start it stays within the quarantine. */
export const LATEST_MS = 35_000;
/** How wrong a worker's clock may be, in either direction. */
export const SKEW_MS = 2_000;
