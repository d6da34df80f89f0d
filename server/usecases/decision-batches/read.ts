import type { Tx } from "@/server/db/database/transaction";
import { type BatchPage, type BatchRow, findBatch, listBatches } from "@/server/db/decision-batches/batches";
import {
  type BatchItemRow,
  batchItemIds,
  countOutcomes,
  listBatchItems,
} from "@/server/db/decision-batches/items";
import type { BatchOutcome } from "@/server/domain/decision-batches/batch";
import { notFound } from "@/server/domain/errors";
import type { RequestContext } from "../request-context";
import { readTransaction } from "../transaction";

const STREAMED_PAGE = 1_000;

/** Adds the counts of this moment. */
export const withOutcomes = async (tx: Tx, batch: BatchRow): Promise<BatchRow> => ({
  ...batch,
  outcomes: await countOutcomes(tx, batch.id),
});

/** Returns a batch with its counts of this moment. @throws DomainError not_found */
export const readBatch = (context: RequestContext, id: string): Promise<BatchRow> =>
  readTransaction(context, async (tx) => {
    const batch = await findBatch(tx, id);
    if (batch === null) throw notFound("batch");
    return withOutcomes(tx, batch);
  });

/** Returns what a batch is about and does; null if there is no such batch. */
export const readBatchDecision = (
  context: RequestContext,
  id: string,
): Promise<Pick<BatchRow, "id" | "of" | "action"> | null> =>
  readTransaction(context, (tx) => findBatch(tx, id));

/** Returns batches of the acting workspace, newest first; those that run with their counts of this moment. */
export const readBatches = (context: RequestContext, page: BatchPage): Promise<BatchRow[]> =>
  readTransaction(context, async (tx) => {
    const batches: BatchRow[] = [];
    for (const batch of await listBatches(tx, page))
      batches.push(batch.status === "running" ? await withOutcomes(tx, batch) : batch);
    return batches;
  });

interface ItemsPage {
  readonly after: string | null;
  readonly outcome: BatchOutcome | null;
  readonly limit: number;
}

/** Returns a page of what a batch is about, in the order of the ids. @throws DomainError not_found */
export const readBatchItems = (
  context: RequestContext,
  id: string,
  page: ItemsPage,
): Promise<BatchItemRow[]> =>
  readTransaction(context, async (tx) => {
    if ((await findBatch(tx, id)) === null) throw notFound("batch");
    return listBatchItems(tx, id, page);
  });

/** Returns the ids of what a batch decides, or has decided. @throws DomainError not_found */
export const readBatchIds = (context: RequestContext, id: string): Promise<string[]> =>
  readTransaction(context, async (tx) => {
    if ((await findBatch(tx, id)) === null) throw notFound("batch");
    return batchItemIds(tx, id);
  });

/** Yields everything that a batch is about, page by page, each page as it is when it is read. */
export async function* batchItemPages(
  context: RequestContext,
  id: string,
  { outcome }: Pick<ItemsPage, "outcome">,
): AsyncGenerator<readonly BatchItemRow[]> {
  let after: string | null = null;
  for (;;) {
    const rows: BatchItemRow[] = await readBatchItems(context, id, { after, outcome, limit: STREAMED_PAGE });
    if (rows.length > 0) yield rows;
    after = rows.at(-1)?.id ?? null;
    if (rows.length < STREAMED_PAGE) return;
  }
}
