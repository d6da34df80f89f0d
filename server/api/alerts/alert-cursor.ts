import type { AlertPlace } from "@/server/db/alerts/pages";
import type { AlertSort } from "@/server/domain/alerts/alert";
import { looksLikeId } from "@/server/domain/ids";
import { decodeCursor, notOfThisList } from "../cursor";

const isMinor = (text: string): boolean =>
  /^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);

/** Encodes the place of an alert in the order of the money at risk. */
export const encodeMoneyPlace = ({ id, money }: AlertPlace): string =>
  Buffer.from(`money:${id}:${money ?? ""}`).toString("base64url");

/**
 * Decodes a cursor of an order.
 * @throws DomainError validation_error on the field `cursor` when it was not issued for this order
 */
export function decodeAlertCursor(sort: AlertSort, cursor: string | undefined): AlertPlace | null {
  if (sort === "newest") {
    const id = decodeCursor("alert", cursor);
    return id === null ? null : { id, money: null };
  }
  if (cursor === undefined) return null;
  const [, id = "", money = ""] =
    /^money:(\w+):(-?\d*)$/.exec(Buffer.from(cursor, "base64url").toString("utf8")) ?? [];
  const place = { id, money: money === "" ? null : isMinor(money) ? BigInt(money) : null };
  if (!looksLikeId("alert", id) || encodeMoneyPlace(place) !== cursor) throw notOfThisList();
  return place;
}
