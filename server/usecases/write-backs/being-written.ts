import type { Tx } from "@/server/db/database/transaction";
import { openWriteTargets, type WriteTarget } from "@/server/db/write-backs/write-backs";

/**
 * Reads all unresolved writes of the workspace once, for checks of many items.
 * @returns whether a write on an item or on its variant is among them, as `hasOpenWriteBack` finds it for one
 */
export async function beingWritten(tx: Tx): Promise<(target: WriteTarget) => boolean> {
  const open = await openWriteTargets(tx);
  const items = new Set(open.map(({ itemId }) => itemId));
  const variants = new Set(open.map(variantKey));
  return (target) => {
    const variant = variantKey(target);
    return items.has(target.itemId) || (variant !== null && variants.has(variant));
  };
}

const variantKey = ({ integrationId, storeRef }: WriteTarget): string | null =>
  integrationId === null || storeRef === null ? null : `${integrationId} ${storeRef}`;
