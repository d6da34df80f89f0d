import type { Tx } from "@/server/db/database/transaction";
import {
  type NewEarlierPrice,
  putEarlierPrices,
  recordedSince,
  removeEarlierPrices,
} from "@/server/db/items/earlier-prices";
import { itemExists, itemsBySku } from "@/server/db/items/items";
import { notFound } from "@/server/domain/errors";
import type { EarlierPriceRow } from "@/server/domain/imports/csv/earlier-price-format";
import { unknownSku } from "@/server/domain/imports/csv/shortened-sku";
import type { ValidationIssue } from "@/server/domain/items/item-patch";
import { type BulkOutcome, type CheckedRow, type RowOutcome, tally } from "../checked-row";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";

/** The code of a price from a time that is recorded, of which nothing can be stated. */
export const RECORDED = "recorded";
/** An earlier time is the sender's mistake: there were hardly any web shops. */
const MIN_FROM_MS = Date.UTC(2000, 0, 1);

/**
 * States what shoppers could pay before it was recorded; an invalid row is refused on its own, and one of the same item
 * and moment as before replaces that.
 * @throws DomainError plan_limit in a suspended workspace
 */
export function stateEarlierPrices(
  context: RequestContext,
  rows: readonly CheckedRow<EarlierPriceRow>[],
): Promise<BulkOutcome> {
  return writeTransaction(context, async (tx) => {
    requireWritableWorkspace(context);
    const outcome = tally(await earlierPriceRows()(context, tx, rows));
    const { rows: _rows, ...counts } = outcome;
    if (counts.created + counts.updated > 0) {
      const subject = context.tenant.workspaceId;
      await recordChange(context, tx, { action: "earlier_prices.put", subject, after: counts });
    }
    return outcome;
  });
}

/**
 * Removes all that is stated of an item. Idempotent.
 * @throws DomainError not_found, plan_limit in a suspended workspace
 */
export function forgetEarlierPrices(
  context: RequestContext,
  itemId: string,
): Promise<{ readonly removed: number }> {
  return writeTransaction(context, async (tx) => {
    if (!(await itemExists(tx, itemId))) throw notFound("catalog item");
    requireWritableWorkspace(context);
    const removed = await removeEarlierPrices(tx, itemId);
    if (removed > 0)
      await recordChange(context, tx, {
        action: "earlier_prices.remove",
        subject: itemId,
        before: { prices: removed },
      });
    return { removed };
  });
}

/** Stores rows in the given transaction and returns the outcome of each, in the same order. */
export type RowStore = (
  context: RequestContext,
  tx: Tx,
  rows: readonly CheckedRow<EarlierPriceRow>[],
) => Promise<RowOutcome[]>;

/**
 * Returns what stores the rows of one request or file, in batches: of two that say another price of one item and
 * moment, the second is refused.
 */
export function earlierPriceRows(): RowStore {
  const said = new Map<string, string>();
  return async (_context, tx, rows) => {
    const known = await knownItems(tx, rows);
    const checked = rows.map((row) => {
      if ("issues" in row) return row;
      const item = known.get(row.sku);
      const issues = item === undefined ? [unknownSku(row.sku)] : issuesOf(row.value, item, said);
      if (item === undefined || issues.length > 0) return { sku: row.sku, issues };
      const before = said.has(momentOf(row.value));
      said.set(momentOf(row.value), textOf(row.value));
      return { sku: row.sku, price: before ? null : { ...row.value, itemId: item.id } };
    });
    const prices = checked.flatMap((row): NewEarlierPrice[] =>
      "price" in row && row.price !== null ? [row.price] : [],
    );
    const outcomes = (await putEarlierPrices(tx, prices)).values();
    return checked.map((row, index): RowOutcome => {
      if ("issues" in row) return { index, sku: row.sku, outcome: "refused", issues: row.issues };
      const outcome = row.price === null ? "unchanged" : outcomes.next().value;
      return { index, sku: row.sku, outcome: outcome ?? "unchanged" };
    });
  };
}

interface KnownItem {
  readonly id: string;
  readonly currency: string;
  readonly recordedMs: number;
}

async function knownItems(
  tx: Tx,
  rows: readonly CheckedRow<EarlierPriceRow>[],
): Promise<Map<string, KnownItem>> {
  const items = await itemsBySku(tx, [...new Set(rows.flatMap((row) => ("value" in row ? [row.sku] : [])))]);
  const since = await recordedSince(
    tx,
    [...items.values()].map(({ id }) => id),
  );
  return new Map(
    [...items].map(([sku, { id, currency }]) => [
      sku,
      { id, currency, recordedMs: since.get(id) ?? Number.POSITIVE_INFINITY },
    ]),
  );
}

const momentOf = ({ sku, fromMs }: EarlierPriceRow): string => `${fromMs} ${sku}`;
const textOf = ({ price, compareAt, untilMs }: EarlierPriceRow): string => `${price} ${compareAt} ${untilMs}`;

function issuesOf(
  row: EarlierPriceRow,
  { currency, recordedMs }: KnownItem,
  said: ReadonlyMap<string, string>,
): ValidationIssue[] {
  const issue = (path: string, code: string, message: string) => [{ path, code, message }];
  const { fromMs, untilMs } = row;
  if (row.currency !== currency) return issue("currency", "invalid", `The item is priced in ${currency}.`);
  if (fromMs < MIN_FROM_MS)
    return issue("valid_from", "too_old", "A price cannot be from before the year 2000.");
  if (untilMs !== null && untilMs <= fromMs)
    return issue("valid_until", "invalid", "The end is not after the begin.");
  if (fromMs >= recordedMs)
    return issue(
      "valid_from",
      RECORDED,
      `Since ${new Date(recordedMs).toISOString()} what shoppers can pay is recorded; only prices of before can be stated.`,
    );
  const other = said.get(momentOf(row));
  if (other !== undefined && other !== textOf(row))
    return issue("valid_from", "duplicate", "Another row says another price of this item and moment.");
  return [];
}
