import { settleAmbiguous } from "@/server/db/integrations/shared-skus";
import { hasListedVariants } from "@/server/db/integrations/sync-variants";
import {
  type LinkedItem,
  linkedItems,
  linkItems,
  markMissing,
  unlinkedItems,
} from "@/server/db/integrations/synced-items";
import { lockCatalog } from "@/server/db/items/items";
import { StoreError } from "@/server/stores";
import { closeForInactiveItems } from "../items/close-inactive";
import { addProblem } from "./sync-report";
import { runStep, type SyncWork } from "./sync-step";

/** Items that one step links or checks. */
const ITEMS_PER_STEP = 1_000;

/** Links the items to a store that mirrors the catalog: their references follow from their skus. */
export async function linkMirrored(work: SyncWork, refForSku: (sku: string) => string): Promise<void> {
  const { context, lease, progress } = work;
  for (let after: string | null = null; ; ) {
    const page: { id: string; sku: string }[] = await runStep(work, async (tx) => {
      const items = await unlinkedItems(tx, { after, limit: ITEMS_PER_STEP });
      const links = items.map(({ id, sku }) => ({ id, ref: refForSku(sku) }));
      progress.report.linked += await linkItems(tx, lease.id, links, new Date(context.services.now()));
      return items;
    });
    after = page.at(-1)?.id ?? null;
    if (after === null) return;
  }
}

/**
 * Marks items as missing whose variant is not in the complete list of the store: no run includes them and no price is
 * written for them. A list without any variant rather indicates missing permissions, so the sync fails and no item is
 * marked.
 */
export async function markVanished(work: SyncWork): Promise<void> {
  const { context, lease, progress } = work;
  const { services } = context;
  const empty = await runStep(work, async (tx) => {
    if (await hasListedVariants(tx, lease.id)) return false;
    return (await linkedItems(tx, lease.id, { after: null, limit: 1 })).length > 0;
  });
  if (empty) throw nothingShown();
  for (let after: string | null = null; ; ) {
    const page: LinkedItem[] = await runStep(work, async (tx) => {
      await lockCatalog(tx);
      const items = await linkedItems(tx, lease.id, { after, limit: ITEMS_PER_STEP });
      const gone = items.filter((item) => item.gone);
      for (const { ref, sku } of gone)
        addProblem(progress.report, "vanished", {
          ref: ref ?? "",
          sku,
          problem: "The store no longer has this variant.",
        });
      const ids = gone.map(({ id }) => id);
      await markMissing(tx, ids, new Date(services.now()));
      await closeForInactiveItems(tx, ids, services.now());
      return items;
    });
    after = page.at(-1)?.id ?? null;
    if (after === null) return;
  }
}

/** Takes items into pricing again whose sku several variants had, where the whole list has one of them only. */
export const settleShared = (work: SyncWork): Promise<void> =>
  runStep(work, async (tx) => {
    await lockCatalog(tx);
    await settleAmbiguous(tx, work.lease.id, new Date(work.context.services.now()));
  });

/** The error for a list without any variant, though items of the catalog are linked to the store. */
const nothingShown = (): StoreError =>
  new StoreError(
    "bad_answer",
    "definite",
    "The store showed no variant that can be used, though items of the catalog are linked to it. All of them stay " +
      "linked. Check what the credentials may read; if the store really is empty, disconnect it.",
  );
