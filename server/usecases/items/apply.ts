import type { Tx } from "@/server/db/database/transaction";
import {
  countItems,
  insertItems,
  lockItemsBySku,
  recordItemChanges,
  refreshCosts,
  updateItems,
} from "@/server/db/items/items";
import { getWorkspace, type WorkspaceRow } from "@/server/db/members/memberships";
import {
  type ChangeSource,
  type ItemPatch,
  type ItemRecord,
  type MergeResult,
  mergeItem,
  sameFields,
} from "@/server/domain/items/item-patch";
import { itemState, usesQuota } from "@/server/domain/items/item-state";
import { evidenceOriginOf } from "../evidence-origin";
import { requireWithin } from "../plan/quota";
import type { RequestContext } from "../request-context";
import { closeForInactiveItems } from "./close-inactive";
import { markFigureOrigins } from "./figure-origins";

/** Number of items in the catalog, counted once for all batches of one transaction; null before that. */
export interface CatalogSize {
  items: number | null;
}

/**
 * Applies patches to the catalog in the given transaction: creates and updates items, and appends price and cost
 * changes to their history. Several patches of one sku apply in their order.
 * @returns the result of each patch, in the same order
 * @throws DomainError plan_limit when new items would exceed the plan's cap; nothing is written then
 */
export async function applyItems(
  context: RequestContext,
  tx: Tx,
  patches: readonly ItemPatch[],
  source: ChangeSource,
  size: CatalogSize = { items: null },
): Promise<MergeResult[]> {
  const { services } = context;
  const nowMs = services.now();
  const before = await lockItemsBySku(tx, [...new Set(patches.map(({ sku }) => sku))]);
  const workspace = await getWorkspace(tx);
  const latest = new Map(before);
  const merges = patches.map((patch) => {
    const merge = mergeItem(
      latest.get(patch.sku) ?? null,
      patch,
      source,
      nowMs,
      services.newId("item"),
      workspace.currency,
    );
    if (merge.outcome !== "refused") latest.set(patch.sku, merge.item);
    return merge;
  });
  const touched = [...latest.values()].filter((item) => before.get(item.sku) !== item);
  await storeChanges(context, tx, { workspace, before, touched, source, size, now: new Date(nowMs) });
  return merges;
}

/** Returns the currency of each accepted item, one entry per item. */
export const currenciesOf = (merges: readonly MergeResult[]): string[] =>
  merges.flatMap((merge) => (merge.outcome === "refused" ? [] : [merge.item.currency]));

interface Changes {
  readonly workspace: WorkspaceRow;
  readonly before: ReadonlyMap<string, ItemRecord>;
  readonly touched: readonly ItemRecord[];
  readonly source: ChangeSource;
  readonly size: CatalogSize;
  readonly now: Date;
}

async function storeChanges(context: RequestContext, tx: Tx, changes: Changes): Promise<void> {
  const { workspace, before, touched, source, size, now } = changes;
  const created = touched.filter(({ sku }) => !before.has(sku));
  await takeQuota(tx, workspace, size, quotaTaken(before, touched));
  await insertItems(tx, created, now);
  const updated = touched.flatMap((item) => {
    const old = before.get(item.sku);
    return old ? [{ old, item, same: sameFields(old, item) }] : [];
  });
  await updateItems(
    tx,
    updated.filter(({ same }) => !same).map(({ item }) => item),
    now,
  );
  const costRefreshed = updated.filter(
    ({ old, item, same }) => same && old.costUpdatedAtMs !== item.costUpdatedAtMs,
  );
  await refreshCosts(
    tx,
    costRefreshed.map(({ item }) => item),
    now,
  );
  const moved = updated.filter(({ old, item }) => old.price !== item.price || old.cost !== item.cost);
  await recordItemChanges(
    tx,
    [...created, ...moved.map(({ item }) => item)].map((item) => ({
      id: context.services.newId("event"),
      item,
    })),
    source,
    now,
  );
  await markFigureOrigins(
    tx,
    touched.map((after) => ({ before: before.get(after.sku) ?? null, after })),
    source === "sync" ? "stores" : evidenceOriginOf(context),
  );
  const deactivated = updated.filter(
    ({ old, item }) => itemState(old) === "active" && itemState(item) !== "active",
  );
  await closeForInactiveItems(
    tx,
    deactivated.map(({ item }) => item.id),
    now.getTime(),
  );
}

/** Returns by how much the changes raise the number of items that count against the plan. */
function quotaTaken(before: ReadonlyMap<string, ItemRecord>, touched: readonly ItemRecord[]): number {
  return touched.reduce((sum, item) => {
    const old = before.get(item.sku);
    return sum + Number(usesQuota(item)) - Number(old !== undefined && usesQuota(old));
  }, 0);
}

/** `lockItemsBySku` has locked the catalog, so the count stays correct until the transaction ends. */
async function takeQuota(tx: Tx, workspace: WorkspaceRow, size: CatalogSize, added: number): Promise<void> {
  if (added <= 0) {
    if (size.items !== null) size.items += added;
    return;
  }
  const used = size.items ?? (await countItems(tx));
  requireWithin(workspace, "items", used, added);
  size.items = used + added;
}
