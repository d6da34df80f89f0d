import { z } from "zod";
import { type SkippedItem, skippedItems } from "@/server/db/runs/findings";
import { findRun } from "@/server/db/runs/runs";
import { notFound } from "@/server/domain/errors";
import { wireIn } from "@/server/domain/money";
import { readTransaction } from "@/server/usecases/transaction";
import { cutPage, decodeCursor } from "../cursor";
import { query } from "../pipeline";
import { MoneyOut, Paging, PathId, page } from "../scalars";

const Item = z.object({
  id: z.string(),
  sku: z.string(),
  title: z.string(),
  /** As they are now, not as the run saw them. */
  price: MoneyOut.nullable(),
  cost: MoneyOut.nullable(),
});

/** The items that a run gave no new price for one reason; for Pricecheck's pages. */
export const skipped = query(
  {
    scope: "catalog:read",
    summary: "List the items that a run skipped for a reason",
    input: Paging.extend({ run_id: PathId, reason: z.string().min(1).max(100) }),
    output: page(Item),
  },
  async ({ context, input }) => {
    const { run_id: runId, reason, limit } = input;
    const after = decodeCursor("item", input.cursor);
    const rows = await readTransaction(context, async (tx) => {
      if ((await findRun(tx, runId)) === null) throw notFound("run");
      return skippedItems(tx, runId, { reason, after, limit: limit + 1 });
    });
    return cutPage(rows, limit, presentItem);
  },
);

function presentItem({ currency, price, cost, ...item }: SkippedItem): z.input<typeof Item> {
  const money = wireIn(currency);
  return { id: item.id, sku: item.sku, title: item.title, price: money(price), cost: money(cost) };
}
