import type { Tx } from "@/server/db/database/transaction";
import { lockWorkspace } from "@/server/db/members/memberships";
import { activePolicyVersion, findPolicyDocument } from "@/server/db/policy/versions";
import {
  notePricingConfirmed,
  type WorkspacePricing,
  workspacePricing,
} from "@/server/db/shop-pricing/shop-pricing";
import {
  type GivenPricing,
  pricingContradictions,
  type ShopPricing,
  type StoredStorePricing,
  sameVat,
  settlePricing,
} from "@/server/domain/shop-pricing/shop-pricing";
import { activatePolicy } from "../policy/activate";
import { documentIn } from "../policy/priced-document";
import { recordChange } from "../record-change";
import { change, type RequestContext, requireLive } from "../request-context";
import { pricingConflict, type ShownPricing, shownPricing } from "./read";
import { givenPricing, type PricingRequest, rateNeeded } from "./request";

/**
 * Says how the shop's prices are stated, and confirms it: with an empty request, that what the workspace holds is right.
 * Where it differs from the active policy's copy, a new version of the policy carries the new one. A repeat changes
 * nothing but the moment of the confirmation.
 * @throws DomainError validation_error without a rate where prices include VAT, or where the policy holds amounts that
 * the new currency cannot have; conflict naming "vat" or "currency" where the connected store or the catalog says
 * otherwise; plan_limit in a suspended workspace
 */
export function setPricing(context: RequestContext, request: PricingRequest): Promise<ShownPricing> {
  const given = givenPricing(request);
  return change(context, async (tx) => {
    await lockWorkspace(tx);
    requireLive(context);
    const own = await workspacePricing(tx);
    const { pricing, rateMissing } = settlePricing({ ...own, confirmed: true }, given, null);
    if (rateMissing) throw rateNeeded("vat_rate");
    await applyPricing(context, tx, pricing);
    const shown = await shownPricing(tx);
    if (shown.contradictions.length > 0) throw pricingConflict(shown.contradictions, NOT_CHANGED);
    await confirmPricing(context, tx, own);
    return shownPricing(tx);
  });
}

/**
 * What connecting a store comes to: the store's word, unless the workspace's own is confirmed, and the person's before
 * both. The caller holds the workspace's lock and has written the connection.
 * @throws DomainError validation_error naming `pricing.vat_rate`; conflict where store, catalog and workspace still
 * contradict each other
 */
export async function pricingOnConnect(
  context: RequestContext,
  tx: Tx,
  given: GivenPricing,
  store: StoredStorePricing,
): Promise<ShownPricing> {
  const own = await workspacePricing(tx);
  const confirmed = own.confirmedAt !== null;
  const { pricing, rateMissing } = settlePricing({ ...own, confirmed }, given, store);
  if (rateMissing) throw rateNeeded("pricing.vat_rate");
  await applyPricing(context, tx, pricing);
  const shown = await shownPricing(tx);
  // A catalog that is in another currency already is no reason to refuse the store whose sync may put that right.
  const moved = pricing.currency !== own.currency;
  const found = moved ? shown.contradictions : pricingContradictions({ ...shown, foreignCurrency: null });
  if (found.length > 0) throw pricingConflict(found, NOT_CONNECTED);
  const stated = given.pricesIncludeVat !== undefined || store.pricesIncludeVat !== null;
  if (stated && !(confirmed && sameVat(own, pricing) && own.currency === pricing.currency))
    await confirmPricing(context, tx, own);
  return shownPricing(tx);
}

const NOT_CHANGED =
  "Nothing was changed. Where the store was set otherwise since, test or sync it first; for prices in another " +
  "currency make another workspace.";
const NOT_CONNECTED =
  "The store was not connected. Say how the shop's prices are stated while connecting, or under Settings, Workspace; " +
  "for a shop in another currency make another workspace.";

/** Makes a version of the policy that carries the new statement; the workspace's own follows it. */
async function applyPricing(context: RequestContext, tx: Tx, pricing: ShopPricing): Promise<void> {
  const version = await activePolicyVersion(tx);
  const { document, changed } = documentIn(await findPolicyDocument(tx, version), pricing);
  const own = await workspacePricing(tx);
  const same = own.currency === pricing.currency && sameVat(own, pricing);
  if (same && !changed) return;
  await activatePolicy(context, tx, document, {
    action: "policy.set",
    basedOn: undefined,
    note: "Currency and VAT of the workspace.",
    restored: null,
  });
}

async function confirmPricing(context: RequestContext, tx: Tx, before: WorkspacePricing): Promise<void> {
  await notePricingConfirmed(tx, new Date(context.services.now()));
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
