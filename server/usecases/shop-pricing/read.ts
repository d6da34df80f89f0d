import type { Tx } from "@/server/db/database/transaction";
import type { StoredPricingFacts } from "@/server/db/shop-pricing/shop-pricing";
import {
  type PricingContradiction,
  pricingContradictions,
  severalRatesNotice,
} from "@/server/domain/shop-pricing/shop-pricing";
import { type RequestContext, read } from "../request-context";
import { pricingFactsOf } from "./terms";

/**
 * The workspace's price settings (currency and VAT), those of store, catalog and policy, and their contradictions.
 */
export interface PricingView extends StoredPricingFacts {
  readonly contradictions: readonly PricingContradiction[];
  /** Further remarks, as sentences. */
  readonly notices: readonly string[];
}

/** Returns the acting workspace's price settings: currency and VAT. */
export const readPricing = (context: RequestContext): Promise<PricingView> => read(context, pricingView);

/** Returns the same as `readPricing`, in the caller's transaction. */
export async function pricingView(tx: Tx): Promise<PricingView> {
  const facts = await pricingFactsOf(tx);
  if (!facts) throw new Error("the transaction's workspace has no policy");
  const notice = facts.store && severalRatesNotice(facts.store, facts.workspace);
  return { ...facts, contradictions: pricingContradictions(facts), notices: notice ? [notice] : [] };
}
