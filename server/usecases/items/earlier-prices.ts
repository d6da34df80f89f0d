import type { Tx } from "@/server/db/database/transaction";
import {
  deleteEarlierPrices,
  earlierPrices,
  earlierPricesAt,
  type ItemEarlierPrice,
  lockEarlierPrices,
  type StatedItem,
  type StoredEarlierPrice,
  statedItems,
  upsertEarlierPrices,
} from "@/server/db/items/earlier-prices";
import { itemExists, itemsBySku } from "@/server/db/items/items";
import { notFound } from "@/server/domain/errors";
import type { EarlierPriceRow } from "@/server/domain/imports/csv/earlier-price-format";
import { unknownSku } from "@/server/domain/imports/csv/shortened-sku";
import { MAX_EARLIER_PRICES } from "@/server/domain/items/earlier-price";
import type { ValidationIssue } from "@/server/domain/items/item-patch";
import { formatAmount } from "@/server/domain/money";
import { FIRST_WEB_SHOPS_MS } from "@/server/domain/utc-time";
import { type BulkOutcome, type CheckedRow, type RowOutcome, tally } from "../checked-row";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";

/** The code of a price from a time that is recorded, of which nothing can be stated. */
export const RECORDED = "recorded";
/** So many removed prices stand in the audit log. */
const LOGGED = 100;

/**
 * States what shoppers could pay before it was recorded; an invalid row is refused on its own, and one of the same item
 * and moment as before replaces that.
 * @throws DomainError plan_limit in a suspended workspace
 */
export function putEarlierPrices(
  context: RequestContext,
  rows: readonly CheckedRow<EarlierPriceRow>[],
): Promise<BulkOutcome> {
  return writeTransaction(context, async (tx) => {
    requireWritableWorkspace(context);
    const outcome = tally(await applyEarlierPrices(tx, rows));
    const { rows: _rows, ...counts } = outcome;
    if (counts.created + counts.updated > 0) {
      const subject = context.tenant.workspaceId;
      await recordChange(context, tx, { action: "earlier_prices.put", subject, after: counts });
    }
    return outcome;
  });
}

/**
 * Removes all that is stated of an item. Idempotent. The audit log keeps the newest of what was removed.
 * @throws DomainError not_found, plan_limit in a suspended workspace
 */
export function removeEarlierPrices(
  context: RequestContext,
  itemId: string,
): Promise<{ readonly removed: number }> {
  return writeTransaction(context, async (tx) => {
    if (!(await itemExists(tx, itemId))) throw notFound("catalog item");
    requireWritableWorkspace(context);
    await lockEarlierPrices(tx);
    const stated = (await earlierPrices(tx, [itemId])).get(itemId) ?? [];
    if (stated.length === 0) return { removed: 0 };
    await deleteEarlierPrices(tx, itemId);
    await recordChange(context, tx, {
      action: "earlier_prices.remove",
      subject: itemId,
      before: { prices: stated.length, newest: stated.slice(-LOGGED).map(logged) },
    });
    return { removed: stated.length };
  });
}

const logged = ({ fromMs, untilMs, price, currency }: ItemEarlierPrice) => ({
  valid_from: new Date(fromMs).toISOString(),
  valid_until: untilMs === null ? null : new Date(untilMs).toISOString(),
  price: { amount: formatAmount(price, currency), currency },
});

/**
 * Stores rows in the given transaction and returns the outcome of each, in the same order: of two that say another
 * price of one item and moment in one transaction, the second is refused.
 */
export async function applyEarlierPrices(
  tx: Tx,
  rows: readonly CheckedRow<EarlierPriceRow>[],
): Promise<RowOutcome[]> {
  await lockEarlierPrices(tx);
  const known = await knownItems(tx, rows);
  const found = rows.map((row) => {
    if ("issues" in row) return row;
    const item = known.get(row.sku);
    const issues = item === undefined ? [unknownSku(row.sku)] : issuesOf(row.value, item);
    if (item === undefined || issues.length > 0) return { sku: row.sku, issues };
    return { sku: row.sku, price: { ...row.value, itemId: item.id } };
  });
  const prices = found.flatMap((row) => ("price" in row ? [row.price] : []));
  const stored = new Map<string, StoredEarlierPrice>(
    (await earlierPricesAt(tx, prices)).map((each) => [momentOf(each), each]),
  );
  const counts = new Map([...known.values()].map(({ id, stated }) => [id, stated]));
  const written: ItemEarlierPrice[] = [];
  const outcomes = found.map((row, index): RowOutcome => {
    if ("issues" in row) return { index, sku: row.sku, outcome: "refused", issues: row.issues };
    const { price } = row;
    const outcome = outcomeOf(price, stored.get(momentOf(price)), counts.get(price.itemId) ?? 0);
    if (Array.isArray(outcome)) return { index, sku: row.sku, outcome: "refused", issues: outcome };
    if (outcome === "created") counts.set(price.itemId, (counts.get(price.itemId) ?? 0) + 1);
    if (outcome !== "unchanged") written.push(price);
    stored.set(momentOf(price), { ...price, isOwn: true });
    return { index, sku: row.sku, outcome };
  });
  await upsertEarlierPrices(tx, written);
  return outcomes;
}

const momentOf = ({ itemId, fromMs }: Pick<ItemEarlierPrice, "itemId" | "fromMs">): string =>
  `${itemId} ${fromMs}`;

const isSame = (one: ItemEarlierPrice, other: ItemEarlierPrice): boolean =>
  one.price === other.price &&
  one.currency === other.currency &&
  one.compareAt === other.compareAt &&
  one.untilMs === other.untilMs;

function outcomeOf(
  price: ItemEarlierPrice,
  before: StoredEarlierPrice | undefined,
  stated: number,
): "created" | "updated" | "unchanged" | ValidationIssue[] {
  if (before !== undefined && isSame(before, price)) return "unchanged";
  if (before?.isOwn)
    return issue("valid_from", "duplicate", "Another row says another price of this item and moment.");
  if (before !== undefined) return "updated";
  if (stated < MAX_EARLIER_PRICES) return "created";
  return issue(
    "sku",
    "too_many",
    `At most ${MAX_EARLIER_PRICES.toLocaleString("en")} earlier prices of an item are kept.`,
  );
}

interface KnownItem extends StatedItem {
  readonly id: string;
  readonly currency: string;
}

async function knownItems(
  tx: Tx,
  rows: readonly CheckedRow<EarlierPriceRow>[],
): Promise<Map<string, KnownItem>> {
  const items = await itemsBySku(tx, [...new Set(rows.flatMap((row) => ("value" in row ? [row.sku] : [])))]);
  const stated = await statedItems(
    tx,
    [...items.values()].map(({ id }) => id),
  );
  return new Map(
    [...items].map(([sku, { id, currency }]) => [
      sku,
      { id, currency, ...(stated.get(id) ?? { recordedMs: null, stated: 0 }) },
    ]),
  );
}

const issue = (path: string, code: string, message: string): ValidationIssue[] => [{ path, code, message }];

function issuesOf(
  { fromMs, untilMs, currency: stated }: EarlierPriceRow,
  { currency, recordedMs }: KnownItem,
): ValidationIssue[] {
  if (stated !== currency) return issue("currency", "invalid", `The item is priced in ${currency}.`);
  if (fromMs < FIRST_WEB_SHOPS_MS)
    return issue("valid_from", "too_old", "A price cannot be from before the year 2000.");
  if (untilMs !== null && untilMs <= fromMs)
    return issue("valid_until", "invalid", "The end is not after the begin.");
  if (recordedMs === null || fromMs < recordedMs) return [];
  const since = new Date(recordedMs).toISOString();
  const message = `Since ${since} what shoppers can pay is recorded; only prices of before can be stated.`;
  return issue("valid_from", RECORDED, message);
}
