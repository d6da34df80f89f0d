import type { Tx } from "@/server/db/database/transaction";
import type { StoredPriceSettings } from "@/server/db/policy/shop-pricing";
import {
  multipleVatRatesNotice,
  type PricingMismatch,
  pricingMismatches,
} from "@/server/domain/pricing/shop-pricing";
import type { RequestContext } from "../request-context";
import { readTransaction } from "../transaction";
import { priceSettingsOf } from "./terms";

/**
 * The workspace's price settings (currency and VAT), those of store, catalog and policy, and their mismatches.
 */
export interface PricingView extends StoredPriceSettings {
  readonly mismatches: readonly PricingMismatch[];
  /** Further remarks, as sentences. */
  readonly notices: readonly string[];
}

/** Returns the acting workspace's price settings: currency and VAT. */
export const readPricing = (context: RequestContext): Promise<PricingView> =>
  readTransaction(context, pricingView);

/** Returns the same as `readPricing`, in the caller's transaction. */
export async function pricingView(tx: Tx): Promise<PricingView> {
  const facts = await priceSettingsOf(tx);
  if (!facts) throw new Error("the transaction's workspace has no policy");
  const notice = facts.store && multipleVatRatesNotice(facts.store, facts.workspace);
  return { ...facts, mismatches: pricingMismatches(facts), notices: notice ? [notice] : [] };
}
