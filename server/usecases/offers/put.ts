import type { Readable } from "node:stream";
import type { Tx } from "@/server/db/database/transaction";
import { itemsBySku } from "@/server/db/items/items";
import {
  countOffers,
  insertOffers,
  lockOffers,
  type OfferTerms,
  offersAt,
  reviseOffer,
  type WatchedOffer,
} from "@/server/db/offers/watched-offers";
import { NEEDED_OFFER_COLUMNS, type OfferRow, readOfferRow } from "@/server/domain/imports/csv/offer-format";
import { sellerOfHost } from "@/server/domain/offers/address";
import { type BulkOutcome, type CheckedRow, type RowOutcome, tally } from "../checked-row";
import { importRows, type RowCounts } from "../imports/import-rows";
import { recordChange } from "../record-change";
import { change, type RequestContext, requireConfirmedForOutbound, requireLive } from "../request-context";

/** More pages of one item than any market has; a longer list is a mistake. */
const MAX_OF_ITEM = 50;

/**
 * Watches competitors' pages. A page that is watched for its item already is updated with the row's values. An
 * invalid row is rejected on its own.
 * @throws DomainError plan_limit in a suspended workspace, email_not_confirmed
 */
export function putOffers(
  context: RequestContext,
  rows: readonly CheckedRow<OfferRow>[],
): Promise<BulkOutcome> {
  return change(context, async (tx) => {
    requireLive(context);
    requireConfirmedForOutbound(context);
    const outcome = tally(await applyOffers(context, tx, rows));
    const { rows: _rows, ...counts } = outcome;
    if (counts.created + counts.updated > 0) {
      const subject = context.tenant.workspaceId;
      await recordChange(context, tx, { action: "offers.put", subject, after: counts });
    }
    return outcome;
  });
}

/**
 * Imports a file of competitors' pages: completely, or not at all when any row has an issue.
 * @throws DomainError validation_error with the invalid rows by number; plan_limit; email_not_confirmed
 */
export async function importOffers(context: RequestContext, file: Readable): Promise<RowCounts> {
  requireConfirmedForOutbound(context);
  return importRows(context, file, {
    columns: NEEDED_OFFER_COLUMNS,
    read: readOfferRow,
    skuOf: ({ sku }) => sku,
    apply: applyOffers,
    action: "offers.import",
  });
}

/** The items and watched pages, updated by each earlier row of the list. */
interface Known {
  readonly items: ReadonlyMap<string, { readonly id: string; readonly currency: string }>;
  readonly pages: Map<string, OfferTerms & Pick<WatchedOffer, "id" | "status">>;
  readonly counts: Map<string, number>;
}

type Evaluation =
  | { readonly act: "refuse"; readonly path: string; readonly code: string; readonly message: string }
  | { readonly act: "keep" }
  | { readonly act: "insert" | "revise"; readonly id: string; readonly terms: OfferTerms };

async function applyOffers(
  context: RequestContext,
  tx: Tx,
  rows: readonly CheckedRow<OfferRow>[],
): Promise<RowOutcome[]> {
  const at = new Date(context.services.now());
  const known = await whatIsKnown(tx, rows);
  const inserted: (OfferTerms & { readonly id: string })[] = [];
  const outcomes: RowOutcome[] = [];
  for (const [index, row] of rows.entries()) {
    if ("issues" in row) {
      outcomes.push({ index, sku: row.sku, outcome: "refused", issues: row.issues });
      continue;
    }
    const evaluated = evaluate(context, known, row.value);
    outcomes.push(outcomeOf(index, row.sku, evaluated));
    if (evaluated.act === "insert") inserted.push({ ...evaluated.terms, id: evaluated.id });
    // A page that this list itself adds is not stored yet, so it is inserted once, with the last row's values.
    const added = inserted.findIndex(({ id }) => evaluated.act === "revise" && id === evaluated.id);
    if (evaluated.act === "revise" && added >= 0) inserted[added] = { ...evaluated.terms, id: evaluated.id };
    else if (evaluated.act === "revise") await reviseOffer(tx, evaluated.id, evaluated.terms, at);
  }
  await insertOffers(tx, inserted, at);
  return outcomes;
}

async function whatIsKnown(tx: Tx, rows: readonly CheckedRow<OfferRow>[]): Promise<Known> {
  await lockOffers(tx);
  const good = rows.flatMap((row) => ("value" in row ? [row.value] : []));
  const items = await itemsBySku(tx, [...new Set(good.map(({ sku }) => sku))]);
  const ids = [...items.values()].map(({ id }) => id);
  const urls = [...new Set(good.map(({ page }) => page.url))];
  const pages = await offersAt(tx, ids, urls);
  return {
    items,
    pages: new Map(pages.map((offer) => [keyOf(offer), offer])),
    counts: await countOffers(tx, ids),
  };
}

const keyOf = ({ itemId, url }: Pick<OfferTerms, "itemId" | "url">): string => `${itemId} ${url}`;

function evaluate({ services }: RequestContext, known: Known, row: OfferRow): Evaluation {
  const item = known.items.get(row.sku);
  if (!item) return refuse("sku", "unknown_sku", `There is no item with the sku "${row.sku}".`);
  const { url, host } = row.page;
  const before = known.pages.get(keyOf({ itemId: item.id, url }));
  const terms: OfferTerms = {
    ...{ itemId: item.id, url, host },
    seller: row.seller ?? before?.seller ?? sellerOfHost(host),
    currency: row.currency ?? before?.currency ?? item.currency,
    packSize: row.packSize === undefined ? (before?.packSize ?? null) : row.packSize,
  };
  const isNew = before === undefined || before.status === "removed";
  if (!isNew && sameTerms(before, terms)) return { act: "keep" };
  const count = known.counts.get(item.id) ?? 0;
  if (isNew && count >= MAX_OF_ITEM)
    return refuse("url", "too_many", `At most ${MAX_OF_ITEM} pages are watched for an item.`);
  if (isNew) known.counts.set(item.id, count + 1);
  const id = before?.id ?? services.newId("offer");
  known.pages.set(keyOf(terms), { ...terms, id, status: isNew ? "active" : before.status });
  return { act: before === undefined ? "insert" : "revise", id, terms };
}

const refuse = (path: string, code: string, message: string): Evaluation => ({
  act: "refuse",
  path,
  code,
  message,
});

const sameTerms = (a: OfferTerms, b: OfferTerms): boolean =>
  a.seller === b.seller && a.currency === b.currency && a.packSize === b.packSize;

const OUTCOME = { insert: "created", revise: "updated", keep: "unchanged" } as const;

function outcomeOf(index: number, sku: string, evaluated: Evaluation): RowOutcome {
  if (evaluated.act !== "refuse") return { index, sku, outcome: OUTCOME[evaluated.act] };
  const { path, code, message } = evaluated;
  return { index, sku, outcome: "refused", issues: [{ path, code, message }] };
}
