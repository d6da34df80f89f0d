import type { KeyType, ReportPlace } from "@/server/db/reports/page-sql";
import { type IdKind, looksLikeId } from "@/server/domain/ids";
import { decodeCursor, notOfThisList } from "../cursor";
import { IS_KEY } from "../sort-key";

/** Encodes the place of a page's last row in a sorted report. */
export const encodePlace = (list: string, { id, key }: ReportPlace): string =>
  Buffer.from(`v2:${list}:${id}:${key === null ? "" : `=${key}`}`).toString("base64url");

/**
 * Decodes a cursor of a report; null at its start.
 * @param sorted the list's name and the type of its keys; null for the newest first
 * @throws DomainError validation_error on the field `cursor` when it was not issued for this list
 */
export function decodePlace(
  kind: IdKind,
  sorted: { readonly list: string; readonly type: KeyType } | null,
  cursor: string | undefined,
): ReportPlace | null {
  if (sorted === null || cursor === undefined) {
    const id = decodeCursor(kind, cursor);
    return id === null ? null : { id, key: id };
  }
  const [, list, id = "", known, key = ""] =
    /^v2:([\w-]{8}):(\w+):(=?)(.*)$/s.exec(Buffer.from(cursor, "base64url").toString("utf8")) ?? [];
  const place = { id, key: known === "=" ? key : null };
  const isRead = place.key === null ? key === "" : IS_KEY[sorted.type](place.key);
  if (list !== sorted.list || !looksLikeId(kind, id) || !isRead || encodePlace(list, place) !== cursor)
    throw notOfThisList();
  return place;
}
