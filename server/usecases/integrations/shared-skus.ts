import type { Tx } from "@/server/db/database/transaction";
import { markAmbiguous, titlesByRef } from "@/server/db/integrations/shared-skus";
import { closeForInactiveItems } from "@/server/db/items/states";
import type { StoreVariant } from "@/server/stores/port";
import type { RequestContext } from "../request-context";
import { addProblem, type SyncReport } from "./sync-report";

/** A variant with the sku of another one; `first` is the other's reference. */
export interface SharedSku {
  readonly variant: StoreVariant;
  readonly first: string;
}

/** The connection of a sync, its report, and the page that it has read. */
interface Reported {
  readonly integrationId: string;
  readonly report: SyncReport;
  readonly variants: readonly StoreVariant[];
}

/**
 * Takes the items out of pricing that several variants of the store could be, and reports the variants by reference and
 * title. Which of them an item means is the merchant's to say, by skus of their own.
 */
export async function excludeShared(
  { services }: RequestContext,
  tx: Tx,
  { integrationId, report, variants }: Reported,
  shared: readonly SharedSku[],
): Promise<void> {
  if (shared.length === 0) return;
  const nowMs = services.now();
  const pairs = shared.map(({ variant: { sku, ref } }) => ({ sku: sku.trim(), ref }));
  await closeForInactiveItems(tx, await markAmbiguous(tx, integrationId, pairs, new Date(nowMs)), nowMs);
  const known = await titlesByRef(
    tx,
    integrationId,
    shared.map(({ first }) => first),
  );
  const listed = new Map(variants.map(({ ref, title }) => [ref, title]));
  for (const { variant, first } of shared) {
    const { ref, sku, title } = variant;
    const products = `${named(first, listed.get(first) ?? known.get(first))} and ${named(ref, title)}`;
    const problem = `The products ${products} have the same sku: no price is written to either. ${REMEDY}`;
    addProblem(report, "duplicate_sku", { ref, sku, problem });
  }
}

const REMEDY = "Give one of them another sku in the store or remove it, and sync again.";

/** What a list of changes says of a product whose item is out of pricing: it lacks the products that did not change. */
export const STILL_SHARED = `The last whole list had another product with its sku: no price is written to either. ${REMEDY}`;

const SHOWN_TITLE = 80;

const named = (ref: string, title: string | null | undefined): string =>
  title?.trim() ? `${ref} (${title.trim().slice(0, SHOWN_TITLE)})` : ref;
