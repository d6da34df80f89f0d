import type { Tx } from "@/server/db/database/transaction";
import {
  type RenamedInStore,
  releaseRefs,
  renamedInStore,
  renameItems,
} from "@/server/db/integrations/synced-items";
import type { ItemPatch } from "@/server/domain/items/item-patch";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";

/**
 * Follows renamed variants: a variant with a new sku is the same article, so its item takes the new sku and keeps its
 * cost, history and offers. If another item has that sku already, the sku decides: the renamed variant's item loses
 * its reference, and is missing at the end of the sync unless the store lists its old sku too.
 * @returns the number of items that took another sku
 */
export async function followRenames(
  context: RequestContext,
  tx: Tx,
  integrationId: string,
  variants: readonly { readonly ref: string; readonly patch: ItemPatch }[],
  at: Date,
): Promise<number> {
  const found = await renamedInStore(
    tx,
    integrationId,
    variants.map(({ ref, patch }) => ({ ref, sku: patch.sku })),
  );
  if (found.length === 0) return 0;
  const free = withFreeSku(found);
  const stuck = found.filter((each) => !free.includes(each));
  await releaseRefs(
    tx,
    stuck.map(({ id }) => id),
    at,
  );
  await renameItems(tx, free, at);
  for (const { id, known, sku } of free)
    await recordChange(context, tx, {
      action: "catalog.rename",
      subject: id,
      before: { sku: known },
      after: { sku },
    });
  return free.length;
}

/** Returns those whose new sku is free, or belongs to an item that is renamed too: two items may swap skus. */
function withFreeSku(found: readonly RenamedInStore[]): RenamedInStore[] {
  let free = [...found];
  for (;;) {
    const leaving = new Set(free.map(({ id }) => id));
    const left = free.filter(({ holder }) => holder === null || leaving.has(holder));
    if (left.length === free.length) return left;
    free = left;
  }
}
