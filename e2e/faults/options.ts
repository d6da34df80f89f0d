import { TEST_SETTINGS } from "@/server/testing/settings";
import type { Settings } from "@/server/usecases/request-context";

/** The stores that a schedule can play on: stand-ins that start with it, and a real Vendure that stays. */
export const FAULT_STORES = ["sandbox", "woocommerce", "medusa", "shopify", "vendure"] as const;
export type FaultStore = (typeof FAULT_STORES)[number];

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
