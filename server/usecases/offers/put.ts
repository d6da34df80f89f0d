import type { Tx } from "@/server/db/database/transaction";
import { itemsBySku } from "@/server/db/items/items";
import {
  countOffers,
  insertOffers,
  lockOffers,
  type OfferFields,
  offersAt,
  reviseOffer,
  type WatchedOffer,
} from "@/server/db/offers/watched-offers";
import { type OfferRow, offerForm } from "@/server/domain/imports/csv/offer-format";
import { unknownSku } from "@/server/domain/imports/csv/shortened-sku";
import { AmountError, parseAmount } from "@/server/domain/money";
import { sellerOfHost } from "@/server/domain/page-address";
import { isPrivateAsWritten } from "@/server/outbound/address";
import { type BulkOutcome, type CheckedRow, type RowOutcome, tally } from "../checked-row";
import { requireConfirmedForOutbound } from "../confirmed-email";
import { evidenceOriginOf } from "../evidence-origin";
import type { ImportFile } from "../imports/encoding";
import type { ImportOptions, ImportReport } from "../imports/import-plan";
import { importRowsOfItems } from "../imports/import-rows";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { clearUnlessSilent } from "./selector-alert";
import { selectorRefusal } from "./selector-refusal";
import { type RevisedOffer, settleRevised } from "./settle-revised";

/** More pages of one item than any market has; a longer list is a mistake. */
const MAX_PAGES_PER_ITEM = 50;

/**
 * Watches competitors' pages. A page that is watched for its item already is updated with the row's values. An
 * invalid row is rejected on its own.
 * @throws DomainError plan_limit in a suspended workspace, email_not_confirmed
 */
export function putOffers(
  context: RequestContext,
  rows: readonly CheckedRow<OfferRow>[],
): Promise<BulkOutcome> {
  return writeTransaction(context, async (tx) => {
    requireWritableWorkspace(context);
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
 * Imports a file of competitors' pages: completely, or not at all when any row has an issue, unless the good rows are
 * asked for.
 * @throws DomainError validation_error with the invalid rows by number; plan_limit; email_not_confirmed
 */
export async function importOffers(
  context: RequestContext,
  file: ImportFile,
  options: ImportOptions = {},
): Promise<ImportReport> {
  requireConfirmedForOutbound(context);
  return importRowsOfItems(
    context,
    file,
    { formFor: () => offerForm, skuOf: ({ sku }) => sku, apply: applyOffers, action: "offers.import" },
    options,
  );
}

/** The items and watched pages, updated by each earlier row of the list. */
interface ListState {
  readonly items: ReadonlyMap<string, { readonly id: string; readonly currency: string }>;
  readonly pages: Map<string, OfferFields & Pick<WatchedOffer, "id" | "status">>;
  readonly counts: Map<string, number>;
}

type Evaluation =
  | { readonly act: "refuse"; readonly path: string; readonly code: string; readonly message: string }
  | { readonly act: "keep" }
  | { readonly act: "insert"; readonly id: string; readonly fields: OfferFields }
  | {
      readonly act: "revise";
      readonly id: string;
      readonly fields: OfferFields;
      readonly before: RevisedOffer["before"] & Pick<WatchedOffer, "status">;
    };

async function applyOffers(
  context: RequestContext,
  tx: Tx,
  rows: readonly CheckedRow<OfferRow>[],
): Promise<RowOutcome[]> {
  const at = new Date(context.services.now());
  const state = await loadState(tx, rows);
  const inserted: (OfferFields & { readonly id: string })[] = [];
  const revised: RevisedOffer[] = [];
  const outcomes: RowOutcome[] = [];
  for (const [index, row] of rows.entries()) {
    if ("issues" in row) {
      outcomes.push({ index, sku: row.sku, outcome: "refused", issues: row.issues });
      continue;
    }
    const evaluation = evaluate(context, state, row.value);
    outcomes.push(outcomeOf(index, row.sku, evaluation));
    if (evaluation.act === "insert") inserted.push({ ...evaluation.fields, id: evaluation.id });
    // A page that this list itself adds is not stored yet, so it is inserted once, with the last row's values.
    const added = inserted.findIndex(({ id }) => evaluation.act === "revise" && id === evaluation.id);
    if (evaluation.act === "revise" && added >= 0)
      inserted[added] = { ...evaluation.fields, id: evaluation.id };
    else if (evaluation.act === "revise") {
      const { id, fields, before } = evaluation;
      await reviseOffer(tx, id, { ...fields, status: before.status === "paused" ? "paused" : "active" }, at);
      revised.push({ fields, before });
      if (row.value.priceSelector === null) await clearUnlessSilent(tx, evaluation.fields.itemId, at);
    }
  }
  await insertOffers(tx, inserted, at);
  await settleRevised(tx, revised);
  return outcomes;
}

async function loadState(tx: Tx, rows: readonly CheckedRow<OfferRow>[]): Promise<ListState> {
  await lockOffers(tx);
  const good = rows.flatMap((row) => ("value" in row ? [row.value] : []));
  const items = await itemsBySku(tx, [...new Set(good.map(({ sku }) => sku))]);
  const ids = [...items.values()].map(({ id }) => id);
  const asked = good.flatMap(({ sku, page: { url } }) => {
    const item = items.get(sku);
    return item === undefined ? [] : [{ itemId: item.id, url }];
  });
  const pages = await offersAt(tx, asked);
  return {
    items,
    pages: new Map(pages.map((offer) => [keyOf(offer), offer])),
    counts: await countOffers(tx, ids),
  };
}

const keyOf = ({ itemId, url }: Pick<OfferFields, "itemId" | "url">): string => `${itemId} ${url}`;

function evaluate(context: RequestContext, state: ListState, row: OfferRow): Evaluation {
  const item = state.items.get(row.sku);
  if (!item) return { act: "refuse", ...unknownSku(row.sku) };
  const refusal = row.priceSelector ? selectorRefusal(row.priceSelector) : null;
  if (refusal !== null) return refuse("price_selector", "invalid", refusal);
  const { url, host } = row.page;
  if (isPrivateAsWritten(host, context.services.settings.allowPrivatePages))
    return refuse("url", "address_refused", "The address leads to a private or reserved network.");
  const before = state.pages.get(keyOf({ itemId: item.id, url }));
  const currency = row.currency ?? before?.currency ?? item.currency;
  const shipping = shippingOf(row, before, currency);
  if (typeof shipping === "string") return refuse("shipping", "invalid", shipping);
  const fields: OfferFields = {
    itemId: item.id,
    url,
    host,
    seller: row.seller ?? before?.seller ?? sellerOfHost(host),
    currency,
    packSize: row.packSize === undefined ? (before?.packSize ?? null) : row.packSize,
    shipping,
    priceSelector: row.priceSelector === undefined ? (before?.priceSelector ?? null) : row.priceSelector,
    origin: evidenceOriginOf(context),
  };
  const isNew = before === undefined || before.status === "removed";
  if (!isNew && sameFields(before, fields)) return { act: "keep" };
  const count = state.counts.get(item.id) ?? 0;
  if (isNew && count >= MAX_PAGES_PER_ITEM)
    return refuse("url", "too_many", `At most ${MAX_PAGES_PER_ITEM} pages are watched for an item.`);
  if (isNew) state.counts.set(item.id, count + 1);
  const id = before?.id ?? context.services.newId("offer");
  state.pages.set(keyOf(fields), { ...fields, id, status: isNew ? "active" : before.status });
  return before === undefined ? { act: "insert", id, fields } : { act: "revise", id, fields, before };
}

/** @returns what delivery costs, in minor units of the offer's currency; why it is refused, as a sentence */
function shippingOf(
  { shipping }: OfferRow,
  before: Pick<OfferFields, "currency" | "shipping"> | undefined,
  currency: string,
): bigint | null | string {
  // What was said in another currency says nothing any more.
  if (shipping === undefined) return before?.currency === currency ? before.shipping : null;
  if (shipping === null) return null;
  if (shipping.currency !== null && shipping.currency !== currency)
    return `Delivery is in ${shipping.currency}, the page's prices are in ${currency}.`;
  try {
    return parseAmount(shipping.amount, currency);
  } catch (error) {
    if (error instanceof AmountError) return error.message;
    throw error;
  }
}

const refuse = (path: string, code: string, message: string): Evaluation => ({
  act: "refuse",
  path,
  code,
  message,
});

const sameFields = (a: OfferFields, b: OfferFields): boolean =>
  a.seller === b.seller &&
  a.currency === b.currency &&
  a.packSize === b.packSize &&
  a.shipping === b.shipping &&
  a.priceSelector === b.priceSelector;

const OUTCOME = { insert: "created", revise: "updated", keep: "unchanged" } as const;

function outcomeOf(index: number, sku: string, evaluation: Evaluation): RowOutcome {
  if (evaluation.act !== "refuse") return { index, sku, outcome: OUTCOME[evaluation.act] };
  const { path, code, message } = evaluation;
  return { index, sku, outcome: "refused", issues: [{ path, code, message }] };
}
