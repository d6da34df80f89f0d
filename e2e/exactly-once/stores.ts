import { startCrashingStore } from "./crashing-store";
import { startMedusaStore } from "./medusa-store";
import { startRealMedusaStore } from "./real-medusa-store";
import { startShopifyStore } from "./shopify-store";
import type { ExperimentStore } from "./store";
import { startVendureStore } from "./vendure-store";
import { startWooCommerceStore } from "./woocommerce-store";

/**
 * Starts a store of each kind; those that can are at the time, in milliseconds since 1970, that the given clock says.
 */
export const STORES = {
  sandbox: startCrashingStore,
  woocommerce: startWooCommerceStore,
  medusa: startMedusaStore,
  shopify: startShopifyStore,
  vendure: startVendureStore,
  "medusa-real": startRealMedusaStore,
} as const satisfies Record<string, (now?: () => number) => Promise<ExperimentStore>>;
