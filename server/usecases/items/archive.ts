import { connectedStore } from "@/server/db/connections/connections";
import { countItems, lockItem, updateItems } from "@/server/db/items/items";
import { getWorkspace } from "@/server/db/members/memberships";
import { DomainError, notFound } from "@/server/domain/errors";
import type { ItemRecord } from "@/server/domain/items/item-patch";
import { itemState, type StoreState, usesQuota } from "@/server/domain/items/item-state";
import { requireWithin } from "../plan/quota";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { closeForInactiveItems } from "./close-inactive";

/** A change of an item's state; `idempotent` when it had taken effect before. */
export interface StateChange {
  readonly idempotent: boolean;
}

/**
 * Archives an item: runs skip it, its alerts are cleared, its pending decisions end, and it no longer counts against
 * the plan. Its approved prices are no longer sent. A repeat changes nothing.
 * @param reason the person's reason, free text
 * @throws DomainError not_found; plan_limit in a suspended workspace
 */
export function archiveItem(
  context: RequestContext,
  { id, reason }: { readonly id: string; readonly reason?: string | undefined },
): Promise<StateChange> {
  return writeTransaction(context, async (tx) => {
    const item = await lockItem(tx, id);
    if (!item) throw notFound("catalog item");
    if (item.archivedAtMs !== null) return { idempotent: true };
    requireWritableWorkspace(context);
    const now = context.services.now();
    const archived = { ...item, archivedAtMs: now, archivedReason: reason ?? null };
    await updateItems(tx, [archived], new Date(now));
    const ended = await closeForInactiveItems(tx, [id], now);
    const after = { state: itemState(archived), reason, ...ended };
    await recordChange(context, tx, {
      action: "catalog.archive",
      subject: id,
      before: { state: itemState(item) },
      after,
    });
    return { idempotent: false };
  });
}

/**
 * Restores an archived item. The store's state of the item still applies: an item that is missing in the store
 * becomes active again when the store lists it, or at once when no store is connected. A repeat changes nothing.
 * @throws DomainError not_found; conflict with the state of an item that its connected store no longer has, has
 * disabled or has several products of; plan_limit at the plan's cap, or in a suspended workspace
 */
export function unarchiveItem(
  context: RequestContext,
  { id }: { readonly id: string },
): Promise<StateChange> {
  return writeTransaction(context, async (tx) => {
    const item = await lockItem(tx, id);
    if (!item) throw notFound("catalog item");
    const before = itemState(item);
    if (before === "active") return { idempotent: true };
    const { storeState } = item;
    const connection = storeState === null ? null : await connectedStore(tx);
    if (connection && storeState !== null && item.archivedAtMs === null)
      throw storeStateConflict(item, storeState);
    requireWritableWorkspace(context);
    const restored: ItemRecord = {
      ...item,
      archivedAtMs: null,
      archivedReason: null,
      ...(connection ? {} : { storeState: null, storeStateAtMs: null }),
    };
    if (usesQuota(restored) && !usesQuota(item))
      requireWithin(await getWorkspace(tx), "items", await countItems(tx), 1);
    await updateItems(tx, [restored], new Date(context.services.now()));
    const after = { state: itemState(restored) };
    await recordChange(context, tx, {
      action: "catalog.unarchive",
      subject: id,
      before: { state: before },
      after,
    });
    return { idempotent: false };
  });
}

const STORE_STATE_CONFLICTS: Readonly<Record<StoreState, string>> = {
  missing: "The store no longer has this item; it is watched again once a sync finds it there.",
  disabled: "The store has disabled this item; it is watched again once it is enabled there and synced.",
  ambiguous:
    "Several products of the store have this item's SKU; it is watched again once a sync finds it at one of them only.",
};

const storeStateConflict = (item: ItemRecord, state: StoreState): DomainError =>
  new DomainError("conflict", STORE_STATE_CONFLICTS[state], {
    current_status: itemState(item),
    changed: ["state"],
  });
