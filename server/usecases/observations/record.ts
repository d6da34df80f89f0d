import type { Tx } from "@/server/db/database/transaction";
import { itemsBySku } from "@/server/db/items/items";
import { appendObservations, type NewObservation } from "@/server/db/observations/observations";
import { MINUTE_MS } from "@/server/domain/durations";
import type { ObservationRow } from "@/server/domain/imports/csv/observation-format";
import { unknownSku } from "@/server/domain/imports/csv/shortened-sku";
import type { ValidationIssue } from "@/server/domain/items/item-patch";
import { FIRST_WEB_SHOPS_MS } from "@/server/domain/utc-time";
import { type BulkOutcome, type CheckedRow, type RowOutcome, tally } from "../checked-row";
import { evidenceOriginOf } from "../evidence-origin";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";

/** Tolerated clock difference: an observation further in the future than this is refused. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS;

const issueOf = (path: string, code: string, message: string): ValidationIssue => ({ path, code, message });

/**
 * Records competitor prices; an invalid row is rejected on its own, and a repeated row is unchanged.
 * @throws DomainError plan_limit in a suspended workspace
 */
export function recordObservations(
  context: RequestContext,
  rows: readonly CheckedRow<ObservationRow>[],
): Promise<BulkOutcome> {
  return writeTransaction(context, async (tx) => {
    requireWritableWorkspace(context);
    const outcome = tally(await observeRows(context, tx, rows, "api"));
    const { rows: _rows, ...counts } = outcome;
    if (counts.created > 0)
      await recordChange(context, tx, {
        action: "observations.record",
        subject: context.tenant.workspaceId,
        after: counts,
      });
    return outcome;
  });
}

/** Appends the valid rows in the given transaction and returns the outcome of each row, in the same order. */
export async function observeRows(
  context: RequestContext,
  tx: Tx,
  rows: readonly CheckedRow<ObservationRow>[],
  source: NewObservation["source"],
): Promise<RowOutcome[]> {
  const { services } = context;
  const now = services.now();
  const origin = evidenceOriginOf(context);
  const items = await itemsBySku(tx, [...new Set(rows.flatMap((row) => ("value" in row ? [row.sku] : [])))]);
  const validated = rows.map((row) => {
    if ("issues" in row) return row;
    const issues = issuesOf(row.value, items.has(row.sku), now);
    if (issues.length > 0) return { sku: row.sku, issues };
    return { sku: row.sku, id: services.newId("observation"), observation: row.value };
  });
  const { added, repeated } = await appendObservations(
    tx,
    validated.flatMap((row) =>
      "id" in row
        ? [toNewObservation(row.observation, row.id, items.get(row.sku)?.id ?? "", { source, origin })]
        : [],
    ),
    new Date(now),
  );
  return validated.map((row, index) => {
    if ("issues" in row) return { index, sku: row.sku, outcome: "refused", issues: row.issues };
    if (added.has(row.id)) return { index, sku: row.sku, outcome: "created" };
    if (repeated.has(row.id)) return { index, sku: row.sku, outcome: "unchanged" };
    const message =
      "Another price, stock, pack size or cost of delivery is recorded for this item, seller and moment.";
    return {
      index,
      sku: row.sku,
      outcome: "refused",
      issues: [issueOf("observed_at", "duplicate", message)],
    };
  });
}

function issuesOf(
  { sku, observedAtMs }: ObservationRow,
  itemExists: boolean,
  nowMs: number,
): ValidationIssue[] {
  if (!itemExists) return [unknownSku(sku)];
  if (observedAtMs > nowMs + CLOCK_SKEW_MS)
    return [issueOf("observed_at", "in_future", "An observation cannot be in the future.")];
  if (observedAtMs < FIRST_WEB_SHOPS_MS)
    return [issueOf("observed_at", "too_old", "An observation cannot be before the year 2000.")];
  return [];
}

const toNewObservation = (
  o: ObservationRow,
  id: string,
  itemId: string,
  from: Pick<NewObservation, "source" | "origin">,
): NewObservation => ({
  id,
  itemId,
  seller: o.seller,
  price: o.price,
  currency: o.currency,
  inStock: o.inStock,
  packSize: o.packSize,
  shipping: o.shipping,
  url: o.url,
  checkId: null,
  observedAt: new Date(o.observedAtMs),
  ...from,
});
