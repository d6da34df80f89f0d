import { createHash } from "node:crypto";
import { DomainError } from "@/server/domain/errors";
import { type IdKind, looksLikeId } from "@/server/domain/ids";
import type { SortOrder } from "@/server/domain/items/item-list";

/** A cursor of a sorted list holds the key of a row, the longest a sku of 200 characters. */
export const MAX_SORTED_CURSOR = 2_000;

/** Returns a short name of an order with its filters, so that a cursor is refused for another list than its own. */
export const listName = (
  { sort, order }: { readonly sort: string; readonly order: SortOrder },
  filters: object,
): string =>
  createHash("sha256")
    .update(JSON.stringify([sort, order, Object.entries(filters).sort()]))
    .digest("base64url")
    .slice(0, 8);

/** Encodes the start of the next page. Ids sort by time, so the last row's id is enough. */
const encodeCursor = (id: string): string => Buffer.from(`v1:${id}`).toString("base64url");

/** Decodes a cursor. Throws validation_error on the field `cursor` when it was not issued for that kind of id. */
export function decodeCursor(kind: IdKind, cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const id = text.slice(3);
  if (text.startsWith("v1:") && looksLikeId(kind, id) && encodeCursor(id) === cursor) return id;
  throw notOfThisList();
}

/** Returns the error for a cursor that a list did not give out. */
export function notOfThisList(): DomainError {
  const message = "This cursor is not one that this list gave out.";
  return new DomainError("validation_error", message, {
    issues: [{ path: "cursor", code: "invalid_cursor", message }],
  });
}

/**
 * Cuts a page from rows fetched with a limit of one more than the page size.
 * @param rows up to limit + 1 rows, newest first
 */
export function cutPage<Row extends { readonly id: string }, W>(
  rows: readonly Row[],
  limit: number,
  present: (row: Row) => W,
): { data: W[]; next_cursor: string | null } {
  return pageOf(rows.slice(0, limit), rows.length > limit, present);
}

/**
 * Presents a page of rows that was cut where it was read.
 * @param more whether rows follow
 */
export function pageOf<Row extends { readonly id: string }, W>(
  rows: readonly Row[],
  more: boolean,
  present: (row: Row) => W,
): { data: W[]; next_cursor: string | null } {
  const last = rows.at(-1);
  return { data: rows.map(present), next_cursor: more && last ? encodeCursor(last.id) : null };
}
