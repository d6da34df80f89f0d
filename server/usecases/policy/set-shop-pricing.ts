import type { Tx } from "@/server/db/database/transaction";
import { lockWorkspace } from "@/server/db/members/memberships";
import {
  markPricingConfirmed,
  type WorkspacePricing,
  workspacePricing,
} from "@/server/db/policy/shop-pricing";
import { activePolicyVersion, findPolicyDocument } from "@/server/db/policy/versions";
import {
  type PriceSettingsInput,
  pricingMismatches,
  type ShopPricing,
  type StoredStorePricing,
  sameVat,
  settlePricing,
} from "@/server/domain/pricing/shop-pricing";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { activatePolicy } from "./activate";
import { withPriceSettings } from "./priced-document";
import { type PricingView, pricingView } from "./read-shop-pricing";
import { rereadPages } from "./reread-pages";
import { givenPricing, type PricingRequest, vatRateRequired } from "./shop-pricing-request";
import { pricingConflict } from "./terms";

/**
 * Sets the workspace's currency and VAT and confirms them; an empty request confirms the current ones. If the active
 * policy differs, a new version of it carries the new settings. A repeat changes only the time of the confirmation.
 * @throws DomainError validation_error without a rate when prices include VAT, or when the policy contains amounts
 * that the new currency cannot have; conflict naming "vat" or "currency" when the connected store or the catalog
 * contradicts; plan_limit in a suspended workspace
 */
export function setPricing(context: RequestContext, request: PricingRequest): Promise<PricingView> {
  const input = givenPricing(request);
  return writeTransaction(context, async (tx) => {
    await lockWorkspace(tx);
    requireWritableWorkspace(context);
    const own = await workspacePricing(tx);
    const { pricing, rateMissing } = settlePricing({ ...own, confirmed: true }, input, null);
    if (rateMissing) throw vatRateRequired("vat_rate");
    await applyPricing(context, tx, pricing);
    const view = await pricingView(tx);
    if (view.mismatches.length > 0) throw pricingConflict(view.mismatches, NOT_CHANGED);
    await confirmPricing(context, tx, own);
    return pricingView(tx);
  });
}

/**
 * Determines the price settings when a store is connected: the person's input first, then the workspace's confirmed
 * settings, then the store's. The caller has locked the workspace and stored the connection.
 * @throws DomainError validation_error naming `pricing.vat_rate`; conflict when store, catalog and workspace still
 * contradict each other
 */
export async function pricingOnConnect(
  context: RequestContext,
  tx: Tx,
  input: PriceSettingsInput,
  store: StoredStorePricing,
): Promise<PricingView> {
  const own = await workspacePricing(tx);
  const confirmed = own.confirmedAt !== null;
  const { pricing, rateMissing } = settlePricing({ ...own, confirmed }, input, store);
  if (rateMissing) throw vatRateRequired("pricing.vat_rate");
  await applyPricing(context, tx, pricing);
  const view = await pricingView(tx);
  // A catalog that is in another currency already does not block the connection: the store's sync may correct it.
  const currencyChanged = pricing.currency !== own.currency;
  const mismatches = currencyChanged
    ? view.mismatches
    : pricingMismatches({ ...view, foreignCurrency: null });
  if (mismatches.length > 0) throw pricingConflict(mismatches, NOT_CONNECTED);
  const isStated = input.pricesIncludeVat !== undefined || store.pricesIncludeVat !== null;
  if (isStated && !(confirmed && sameVat(own, pricing) && own.currency === pricing.currency))
    await confirmPricing(context, tx, own);
  return pricingView(tx);
}

const NOT_CHANGED =
  "Nothing was changed. Where the store was set otherwise since, test or sync it first; for prices in another " +
  "currency create another workspace.";
const NOT_CONNECTED =
  "The store was not connected. Say how the shop's prices are stated while connecting, or under Settings, Workspace; " +
  "for a shop in another currency create another workspace.";

/** Activates a policy version with the new settings, from which the workspace takes its own. */
async function applyPricing(context: RequestContext, tx: Tx, pricing: ShopPricing): Promise<void> {
  const version = await activePolicyVersion(tx);
  const { document, changed } = withPriceSettings(await findPolicyDocument(tx, version), pricing);
  const own = await workspacePricing(tx);
  const same = own.currency === pricing.currency && sameVat(own, pricing);
  if (same && !changed) return;
  await activatePolicy(context, tx, document, {
    action: "policy.set",
    basedOn: undefined,
    note: "Currency and VAT of the workspace.",
    restored: null,
    mailsOwners: own.confirmedAt !== null,
  });
}

async function confirmPricing(context: RequestContext, tx: Tx, before: WorkspacePricing): Promise<void> {
  await markPricingConfirmed(tx, new Date(context.services.now()));
  await rereadPages(tx, before);
  const { confirmedAt: _, ...after } = await workspacePricing(tx);
  await recordChange(context, tx, {
    action: "workspace.pricing",
    subject: context.tenant.workspaceId,
    before: {
      currency: before.currency,
      prices_include_vat: before.pricesIncludeVat,
      vat_rate: before.vatRate,
      confirmed: before.confirmedAt !== null,
    },
    after: {
      currency: after.currency,
      prices_include_vat: after.pricesIncludeVat,
      vat_rate: after.vatRate,
      confirmed: true,
    },
  });
}
