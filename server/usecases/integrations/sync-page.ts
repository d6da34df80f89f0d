import type { Tx } from "@/server/db/database/transaction";
import { recordVariants } from "@/server/db/integrations/sync-variants";
import { costsFromStore, unsettledItems, writtenSince } from "@/server/db/integrations/synced-items";
import { lockCatalog, lockItemsBySku } from "@/server/db/items/items";
import { recordWindowReads } from "@/server/db/items/sale-reads";
import { getWorkspace, workspaceCurrency } from "@/server/db/members/memberships";
import type { ItemPatch, ItemRecord } from "@/server/domain/items/item-patch";
import { usesQuota } from "@/server/domain/items/item-state";
import { countOthers } from "@/server/domain/items/other-currency";
import { PLAN_NAMES } from "@/server/domain/plan/plans";
import { grouped } from "@/server/domain/text";
import type { StoreVariant } from "@/server/stores";
import { applyItems, currenciesOf } from "../items/apply";
import { quotaUse } from "../plan/quota";
import type { RequestContext } from "../request-context";
import { reconcileFromStore } from "../write-backs/reconcile";
import { followRenames } from "./renamed";
import { excludeShared } from "./shared-skus";
import { checkVariant, type Fit, findListed, problemOf } from "./sync-listed";
import { addProblem, type SyncProgress, type SyncReport } from "./sync-report";

/** A page of the store's variants; `readAtMs` is when it was requested, milliseconds since 1970. */
export interface ReadPage {
  readonly variants: readonly StoreVariant[];
  readonly readAtMs: number;
}

/** Applies one page of the store to the catalog in the given transaction, and reconciles our write-backs with it. */
export async function applyPage(
  context: RequestContext,
  tx: Tx,
  progress: SyncProgress,
  page: ReadPage,
): Promise<void> {
  const { integrationId, since, report, skus } = progress;
  const now = new Date(context.services.now());
  await lockCatalog(tx);
  const seen = await findListed(tx, progress, page.variants);
  const fit = page.variants.flatMap((variant) => checkVariant(variant, progress, seen));
  await recordVariants(tx, integrationId, seen.added);
  report.disabled += fit.filter(({ enabled }) => enabled === false).length;
  report.renamed += await followRenames(context, tx, integrationId, fit, now);
  const before = await lockItemsBySku(
    tx,
    fit.map(({ patch }) => patch.sku),
  );
  const withinQuota = await withinPlan(context, tx, fit, before, report);
  const priced = await withCostsAndPrices(tx, integrationId, withinQuota, {
    before,
    readAt: new Date(page.readAtMs),
  });
  const patches = skus === "unique" ? priced.map((patch) => keepAmbiguous(patch, before)) : priced;
  const merges = await applyItems(context, tx, patches, "sync");
  report.other_currencies = countOthers(
    report.other_currencies,
    currenciesOf(merges),
    await workspaceCurrency(tx),
  );
  const ids: string[] = [];
  for (const [i, merge] of merges.entries()) {
    const variant = withinQuota[i];
    if (!variant) continue;
    if (merge.outcome === "refused") {
      addProblem(report, "refused", problemOf(variant, merge.issues[0]?.message ?? "It was refused."));
      continue;
    }
    report[merge.outcome]++;
    const old = before.get(variant.patch.sku);
    if (old && old.price !== merge.item.price) report.price_changes++;
    if (old?.storeState === "missing") report.returned++;
    ids.push(merge.item.id);
  }
  await recordWindowReads(tx, ids, new Date(page.readAtMs), now);
  await reconcile(context, tx, progress, page, withinQuota, ids);
  await excludeShared(context, tx, { integrationId, since, report, variants: page.variants }, seen.shared);
}

/** Only the end of a whole list shows that no other variant has the sku of an item any more. */
const keepAmbiguous = (patch: ItemPatch, before: ReadonlyMap<string, ItemRecord>): ItemPatch =>
  before.get(patch.sku)?.storeState === "ambiguous" ? { ...patch, storeState: "ambiguous" } : patch;

/**
 * Leaves out variants beyond the plan's limit; the catalog's lock keeps the count valid until the transaction ends.
 */
async function withinPlan(
  context: RequestContext,
  tx: Tx,
  fit: readonly Fit[],
  before: ReadonlyMap<string, ItemRecord>,
  report: SyncReport,
): Promise<Fit[]> {
  const workspace = await getWorkspace(tx);
  // An archived item stays archived, even if its store lists it.
  const needsNoQuota = ({ patch: { sku } }: Fit): boolean => {
    const item = before.get(sku);
    return item !== undefined && (usesQuota(item) || item.archivedAtMs !== null);
  };
  if (fit.every(needsNoQuota)) return [...fit];
  const { limit, used } = await quotaUse(tx, workspace, "items", new Date(context.services.now()));
  let remaining = limit - used;
  return fit.filter((variant) => {
    if (needsNoQuota(variant) || remaining-- > 0) return true;
    addProblem(
      report,
      "beyond_plan",
      problemOf(variant, `The ${PLAN_NAMES[workspace.plan]} plan holds ${grouped(limit)} items.`),
    );
    return false;
  });
}

/**
 * Builds the patches. A cost that came from the store and is not reported any more becomes unknown; a cost that a
 * person entered stays. A price that we wrote after the page was read is newer than the page's price.
 */
async function withCostsAndPrices(
  tx: Tx,
  integrationId: string,
  fit: readonly Fit[],
  { before, readAt }: { readonly before: ReadonlyMap<string, ItemRecord>; readonly readAt: Date },
): Promise<ItemPatch[]> {
  const known = fit.flatMap(({ ref, patch, cost }) => {
    const item = before.get(patch.sku);
    return item ? [{ id: item.id, ref, lostCost: cost === null && item.cost !== null }] : [];
  });
  const fromStore = await costsFromStore(
    tx,
    known.filter(({ lostCost }) => lostCost).map(({ id }) => id),
  );
  const ours = await writtenSince(tx, integrationId, known, readAt);
  return fit.map(({ patch, cost }) => {
    const id = before.get(patch.sku)?.id ?? "";
    const { price, shopperPrice, ...rest } = patch;
    return {
      ...rest,
      ...(ours.has(id) || price === undefined ? {} : { price, shopperPrice }),
      ...(cost !== null ? { cost } : fromStore.has(id) ? { cost: null } : {}),
    };
  });
}

async function reconcile(
  context: RequestContext,
  tx: Tx,
  { integrationId }: SyncProgress,
  { readAtMs }: ReadPage,
  variants: readonly Fit[],
  ids: readonly string[],
): Promise<void> {
  const unsettled = await unsettledItems(tx, ids);
  if (unsettled.size === 0) return;
  const items = await lockItemsBySku(
    tx,
    variants.map(({ patch }) => patch.sku),
  );
  for (const variant of variants) {
    const item = items.get(variant.patch.sku);
    if (!item || !unsettled.has(item.id)) continue;
    const { price, currency, writeKey, complete, shopperPrice, compareAt, sale } = variant;
    await reconcileFromStore(
      tx,
      context,
      { id: item.id, integrationId, ref: variant.ref },
      { price, currency, writeKey, complete, shopperPrice, compareAt, sale, readAtMs },
    );
  }
}
