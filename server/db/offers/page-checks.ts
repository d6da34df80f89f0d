import type { AskedBy, CheckOutcome } from "@/server/domain/offers/page-check";
import type { Tx } from "../database/transaction";

/** One recorded page check; it never changes. Amounts are minor units of `currency`. */
export interface CheckRow {
  readonly id: string;
  readonly offerId: string;
  readonly itemId: string;
  readonly askedBy: AskedBy;
  readonly at: Date;
  readonly outcome: CheckOutcome;
  /** Why the check has no price, or why the page could not be fetched. */
  readonly reason: string | null;
  readonly httpStatus: number | null;
  readonly finalUrl: string | null;
  readonly price: bigint | null;
  readonly currency: string | null;
  readonly inStock: boolean | null;
  readonly availability: string | null;
  /** The part of the page that the price was read from. */
  readonly method: string | null;
  /** 0 to 1, four decimals. */
  readonly confidence: string | null;
  readonly snippet: string | null;
  readonly bodySha256: Uint8Array<ArrayBuffer> | null;
  /** For an unchanged page, the earlier check with the same content. */
  readonly sameAs: string | null;
  readonly observationId: string | null;
  /** The selector that the price was to be read by; null for a page that was read by itself. */
  readonly priceSelector: string | null;
}

/** The columns of a check joined as `c` to another row; all are null without a check. */
export const CHECK_COLUMNS = `c.id AS "cId", c.offer_id AS "cOfferId", c.item_id AS "cItemId",
  c.asked_by AS "cAskedBy", c.at AS "cAt", c.outcome AS "cOutcome", c.reason AS "cReason",
  c.http_status AS "cHttpStatus", c.final_url AS "cFinalUrl", c.price AS "cPrice", c.currency AS "cCurrency",
  c.in_stock AS "cInStock", c.availability AS "cAvailability", c.method AS "cMethod",
  c.confidence AS "cConfidence", c.snippet AS "cSnippet", c.body_sha256 AS "cBodySha256", c.same_as AS "cSameAs",
  c.observation_id AS "cObservationId", c.price_selector AS "cPriceSelector"`;

export type JoinedCheck = {
  readonly [K in keyof CheckRow as `c${Capitalize<K>}`]: CheckRow[K] | null;
};

/** Returns the check of a joined row; null without one. */
export function checkRow(row: JoinedCheck): CheckRow | null {
  const { cId, cOfferId, cItemId, cAskedBy, cAt, cOutcome } = row;
  if (!cId || !cOfferId || !cItemId || !cAskedBy || !cAt || !cOutcome) return null;
  return {
    id: cId,
    offerId: cOfferId,
    itemId: cItemId,
    askedBy: cAskedBy,
    at: cAt,
    outcome: cOutcome,
    reason: row.cReason,
    httpStatus: row.cHttpStatus,
    finalUrl: row.cFinalUrl,
    price: row.cPrice,
    currency: row.cCurrency,
    inStock: row.cInStock,
    availability: row.cAvailability,
    method: row.cMethod,
    confidence: row.cConfidence,
    snippet: row.cSnippet,
    bodySha256: row.cBodySha256,
    sameAs: row.cSameAs,
    observationId: row.cObservationId,
    priceSelector: row.cPriceSelector,
  };
}

/** Returns an offer's page checks older than the cursor, newest first. */
export async function checksOfOffer(
  tx: Tx,
  offerId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<CheckRow[]> {
  const rows = await tx.sql<JoinedCheck>(
    `SELECT ${CHECK_COLUMNS} FROM page_checks c
     WHERE c.workspace_id = $1 AND c.offer_id = $2 AND ($3::text IS NULL OR c.id < $3)
     ORDER BY c.id DESC LIMIT $4`,
    [tx.tenant.workspaceId, offerId, before, limit],
  );
  return rows.flatMap((row) => checkRow(row) ?? []);
}

/** Finds the check of that id, or null. */
export async function findCheck(tx: Tx, id: string): Promise<CheckRow | null> {
  const [row] = await tx.sql<JoinedCheck>(
    `SELECT ${CHECK_COLUMNS} FROM page_checks c WHERE c.workspace_id = $1 AND c.id = $2`,
    [tx.tenant.workspaceId, id],
  );
  return row ? checkRow(row) : null;
}

/** Inserts a page check. */
export async function insertCheck(tx: Tx, check: CheckRow): Promise<void> {
  const { id, offerId, itemId, askedBy, at, outcome, reason, httpStatus, finalUrl, price, currency } = check;
  const { inStock, availability, method, confidence, snippet, bodySha256, sameAs, observationId } = check;
  const read = [price, currency, inStock, availability, method, confidence, snippet, bodySha256, sameAs];
  await tx.run(
    `INSERT INTO page_checks (workspace_id, id, offer_id, item_id, asked_by, at, outcome, reason, http_status, final_url,
       price, currency, in_stock, availability, method, confidence, snippet, body_sha256, same_as, observation_id,
       price_selector)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)`,
    [
      ...[tx.tenant.workspaceId, id, offerId, itemId, askedBy, at, outcome, reason, httpStatus, finalUrl],
      ...[...read, observationId, check.priceSelector],
    ],
  );
}

/** Returns whether a person reported the same price of that page, read by the same method, as wrong. */
export async function wasReported(
  tx: Tx,
  offer: { readonly id: string; readonly itemId: string },
  { price, method }: { readonly price: bigint; readonly method: string },
): Promise<boolean> {
  const found = await tx.run(
    `SELECT 1 FROM observations b
     JOIN page_checks c ON c.workspace_id = b.workspace_id AND c.id = b.check_id
     WHERE b.workspace_id = $1 AND b.item_id = $2 AND b.wrong_at IS NOT NULL AND b.price = $3
       AND c.offer_id = $4 AND c.method = $5 LIMIT 1`,
    [tx.tenant.workspaceId, offer.itemId, price, offer.id, method],
  );
  return found > 0;
}
