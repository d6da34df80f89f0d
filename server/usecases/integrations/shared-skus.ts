import type { Tx } from "@/server/db/database/transaction";
import { readWholeListNext } from "@/server/db/integrations/integrations";
import { markAmbiguous, titlesByRef } from "@/server/db/integrations/shared-skus";
import type { StoreVariant } from "@/server/stores";
import { closeForInactiveItems } from "../items/close-inactive";
import type { RequestContext } from "../request-context";
import { addProblem, type SyncProgress } from "./sync-report";

/** A variant with the sku of another one; `first` is the other's reference. */
export interface SharedSku {
  readonly variant: StoreVariant;
  readonly first: string;
  /** Whether the sync has listed the other one with the sku too; a list of changes may lack it, or it may be gone. */
  readonly isListed: boolean;
}

/** The sync, and the page that it has read. */
interface Reported extends Pick<SyncProgress, "integrationId" | "since" | "report"> {
  readonly variants: readonly StoreVariant[];
}

/**
 * Takes the items out of pricing that several variants of the store could be, and reports the variants by reference and
 * title. Which of them an item means is the merchant's to say, by skus of their own. After a list of changes the next
 * sync reads the whole list, which shows whether the store has both.
 */
export async function excludeShared(
  { services }: RequestContext,
  tx: Tx,
  { integrationId, since, report, variants }: Reported,
  shared: readonly SharedSku[],
): Promise<void> {
  if (shared.length === 0) return;
  const nowMs = services.now();
  const pairs = shared.map(({ variant: { sku, ref } }) => ({ sku: sku.trim(), ref }));
  const marked = await markAmbiguous(tx, integrationId, pairs, new Date(nowMs));
  await closeForInactiveItems(tx, marked, nowMs);
  if (since !== null && marked.length > 0) await readWholeListNext(tx, integrationId);
  const known = await titlesByRef(
    tx,
    integrationId,
    shared.map(({ first }) => first),
  );
  const listed = new Map(variants.map(({ ref, title }) => [ref, title]));
  for (const { variant, first, isListed } of shared) {
    const { ref, sku, title } = variant;
    const other = named(first, listed.get(first) ?? known.get(first));
    const problem = isListed
      ? `The products ${other} and ${named(ref, title)} have the same SKU: no price is written to either. Give one of them another SKU in the store or remove it, and sync again.`
      : `The product ${named(ref, title)} has the SKU that ${other} had when that was last read: ${UNTIL_WHOLE_LIST}`;
    addProblem(report, "duplicate_sku", { ref, sku, problem });
  }
}

const UNTIL_WHOLE_LIST =
  "no price is written to either until a whole list has one of them only. If the store has both, give one of them another SKU or remove it, and sync again.";

/** What a list of changes says of a product whose item is out of pricing: it lacks the products that did not change. */
export const STILL_SHARED = `Another product had its SKU when that was last read: ${UNTIL_WHOLE_LIST}`;

const SHOWN_TITLE = 80;

const named = (ref: string, title: string | null | undefined): string =>
  title?.trim() ? `${ref} (${title.trim().slice(0, SHOWN_TITLE)})` : ref;
