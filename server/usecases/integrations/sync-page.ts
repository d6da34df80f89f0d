import type { Tx } from "@/server/db/database/transaction";
import {
  findListedVariants,
  type ListedVariant,
  recordVariants,
} from "@/server/db/integrations/sync-variants";
import {
  costsFromStore,
  linkedElsewhere,
  unsettledItems,
  writtenSince,
} from "@/server/db/integrations/synced-items";
import { lockCatalog, lockItemsBySku } from "@/server/db/items/items";
import { recordWindowReads } from "@/server/db/items/sale-reads";
import { getWorkspace, workspaceCurrency } from "@/server/db/members/memberships";
import type { ItemPatch, ItemRecord } from "@/server/domain/items/item-patch";
import { usesQuota } from "@/server/domain/items/item-state";
import { countOthers } from "@/server/domain/items/other-currency";
import type { StoreVariant } from "@/server/stores/port";
import { applyItems, currenciesOf } from "../items/apply";
import { quotaUse } from "../plan/quota";
import type { RequestContext } from "../request-context";
import { reconcileFromStore } from "../write-backs/reconcile";
import { followRenames } from "./renamed";
import { addProblem, type SyncReport } from "./sync-report";
import { patchOfVariant, unfitReason, unnameableReason } from "./variant-patch";

/** The connection of a sync, and its report so far. */
export interface SyncProgress {
  readonly integrationId: string;
  /** Only what changed since this time of the store's clock is listed; null for the whole list. */
  readonly since: Date | null;
  readonly report: SyncReport;
}

/**
 * The skus and references of a page that the sync has listed so far; `refBySku` has the first variant of each sku.
 */
interface Seen {
  readonly refBySku: Map<string, string>;
  readonly refs: Set<string>;
  /** The variants that the page adds. */
  readonly added: ListedVariant[];
}

/** A page of the store's variants; `readAtMs` is when it was requested, milliseconds since 1970. */
export interface ReadPage {
  readonly variants: readonly StoreVariant[];
  readonly readAtMs: number;
}

type Fit = StoreVariant & { readonly patch: ItemPatch };

/** Applies one page of the store to the catalog in the given transaction, and reconciles our write-backs with it. */
export async function applyPage(
  context: RequestContext,
  tx: Tx,
  progress: SyncProgress,
  page: ReadPage,
): Promise<void> {
  const { integrationId, report } = progress;
  const now = new Date(context.services.now());
  await lockCatalog(tx);
  const seen = await findListed(tx, progress, page.variants);
  const fit = page.variants.flatMap((variant) => evaluate(variant, progress, seen));
  await recordVariants(tx, integrationId, seen.added);
  report.disabled += fit.filter(({ enabled }) => enabled === false).length;
  report.renamed += await followRenames(context, tx, integrationId, fit, now);
  const before = await lockItemsBySku(
    tx,
    fit.map(({ patch }) => patch.sku),
  );
  const withinQuota = await withinPlan(context, tx, fit, before, report);
  const patches = await withCostsAndPrices(tx, withinQuota, before, new Date(page.readAtMs));
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
}

/**
 * Returns which of these variants' skus and references the sync has listed before. A list of changes does not have all
 * variants, so a sku also counts as that of the variant to which its item is linked.
 */
async function findListed(
  tx: Tx,
  { integrationId, since }: SyncProgress,
  variants: readonly StoreVariant[],
): Promise<Seen> {
  const nameable = variants.filter((variant) => unnameableReason(variant) === null);
  const known = await findListedVariants(
    tx,
    integrationId,
    nameable.map(({ ref }) => ref),
    nameable.map(({ sku }) => sku.trim()),
  );
  const linked = since === null ? [] : await linkedElsewhere(tx, integrationId, nameable);
  return {
    refBySku: new Map(
      [...linked, ...known].flatMap(({ ref, sku }) => (sku === null ? [] : [[sku, ref] as const])),
    ),
    refs: new Set(known.map(({ ref }) => ref)),
    added: [],
  };
}

const problemOf = ({ ref, sku }: StoreVariant, problem: string) => ({ ref, sku, problem });

/**
 * Checks one variant against the sync's earlier ones. A variant that the store lists twice is ignored. Another
 * variant with the same sku, or another sku of the same variant, is reported and left out.
 */
function evaluate(
  variant: StoreVariant,
  { integrationId, report }: SyncProgress,
  { refBySku, refs, added }: Seen,
): Fit[] {
  const sku = variant.sku.trim();
  const first = refBySku.get(sku);
  if (sku !== "" && first === variant.ref) return [];
  report.seen++;
  const leaveOut = (count: "missing_sku" | "duplicate_sku" | "refused", problem: string): Fit[] => {
    addProblem(report, count, problemOf(variant, problem));
    return [];
  };
  const unnamed = unnameableReason(variant);
  if (unnamed !== null) return leaveOut("refused", unnamed);
  const again = refs.has(variant.ref);
  const own = sku !== "" && first === undefined && !again;
  refs.add(variant.ref);
  if (!again) added.push({ ref: variant.ref, sku: own ? sku : null });
  if (sku === "") return leaveOut("missing_sku", "The variant has no sku.");
  if (first !== undefined) return leaveOut("duplicate_sku", `The variant ${first} has the same sku.`);
  if (again) return leaveOut("refused", "The store showed this variant under another sku too.");
  refBySku.set(sku, variant.ref);
  const reason = unfitReason(variant);
  if (reason !== null) return leaveOut("refused", reason);
  return [{ ...variant, patch: patchOfVariant(variant, integrationId) }];
}

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
    addProblem(report, "beyond_plan", problemOf(variant, `The plan ${workspace.plan} holds ${limit} items.`));
    return false;
  });
}

/**
 * Builds the patches. A cost that came from the store and is not reported any more becomes unknown; a cost that a
 * person entered stays. A price that we wrote after the page was read is newer than the page's price.
 */
async function withCostsAndPrices(
  tx: Tx,
  fit: readonly Fit[],
  before: ReadonlyMap<string, ItemRecord>,
  readAt: Date,
): Promise<ItemPatch[]> {
  const known = fit.flatMap(({ patch, cost }) => {
    const item = before.get(patch.sku);
    return item ? [{ id: item.id, lostCost: cost === null && item.cost !== null }] : [];
  });
  const fromStore = await costsFromStore(
    tx,
    known.filter(({ lostCost }) => lostCost).map(({ id }) => id),
  );
  const ours = await writtenSince(
    tx,
    known.map(({ id }) => id),
    readAt,
  );
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
      { id: item.id, integrationId },
      { price, currency, writeKey, complete, shopperPrice, compareAt, sale, readAtMs },
    );
  }
}
