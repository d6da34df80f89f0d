import { workspaceCurrency } from "@/server/db/members/memberships";
import type { ItemPatch } from "@/server/domain/items/item-patch";
import { countOthers, otherCurrencyText } from "@/server/domain/items/other-currency";
import { type BulkOutcome, type CheckedRow, type RowOutcome, tally } from "../checked-row";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { applyItems, currenciesOf } from "./apply";

/**
 * Creates and updates items; an invalid row is rejected on its own.
 * @throws DomainError plan_limit when the new items would exceed the plan's cap, or in a suspended workspace
 */
export function upsertItems(
  context: RequestContext,
  rows: readonly CheckedRow<ItemPatch>[],
): Promise<BulkOutcome> {
  return writeTransaction(context, async (tx) => {
    requireWritableWorkspace(context);
    const good = rows.flatMap((row, index) => ("value" in row ? [{ index, patch: row.value }] : []));
    const merges = await applyItems(
      context,
      tx,
      good.map(({ patch }) => patch),
      "api",
    );
    const merged = new Map(good.map(({ index }, i) => [index, merges[i]]));
    const others = countOthers({}, currenciesOf(merges), await workspaceCurrency(tx));
    const outcomes = rows.map((row, index) => outcomeOf(row, index, merged.get(index)));
    const outcome = tally(outcomes);
    const { rows: _rows, ...counts } = outcome;
    if (counts.created + counts.updated > 0)
      await recordChange(context, tx, {
        action: "catalog.upsert",
        subject: context.tenant.workspaceId,
        after: counts,
      });
    return { ...outcome, notices: otherCurrencyText(others) };
  });
}

type Merged = Awaited<ReturnType<typeof applyItems>>[number];

function outcomeOf(row: CheckedRow<ItemPatch>, index: number, merge: Merged | undefined): RowOutcome {
  if ("issues" in row) return { index, sku: row.sku, outcome: "refused", issues: row.issues };
  if (!merge) throw new Error("a checked row was not applied");
  return merge.outcome === "refused"
    ? { index, sku: row.sku, outcome: "refused", issues: merge.issues }
    : { index, sku: row.sku, outcome: merge.outcome };
}
