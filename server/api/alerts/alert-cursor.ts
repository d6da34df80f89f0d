import type { AlertPlace } from "@/server/db/alerts/pages";
import type { AlertSort } from "@/server/domain/alerts/alert";
import { ALERT_KINDS } from "@/server/domain/alerts/kinds";
import { looksLikeId } from "@/server/domain/ids";
import { decodeCursor, notOfThisList } from "../cursor";

const isMinor = (text: string): boolean =>
  /^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);

/** Encodes the place of an alert in an order by the money at risk, or by the kind and the money. */
export const encodeAlertPlace = (
  sort: Exclude<AlertSort, "newest">,
  { id, money, kind }: AlertPlace,
): string => {
  const order = sort === "kind" ? `kind-${kind}` : "money";
  return Buffer.from(`${order}:${id}:${money ?? ""}`).toString("base64url");
};

/**
 * Decodes a cursor of an order.
 * @throws DomainError validation_error on the field `cursor` when it was not issued for this order
 */
export function decodeAlertCursor(sort: AlertSort, cursor: string | undefined): AlertPlace | null {
  if (sort === "newest") {
    const id = decodeCursor("alert", cursor);
    return id === null ? null : { id, money: null, kind: null };
  }
  if (cursor === undefined) return null;
  const [, named, id = "", money = ""] =
    /^(?:money|kind-(\w+)):(\w+):(-?\d*)$/.exec(Buffer.from(cursor, "base64url").toString("utf8")) ?? [];
  const kind = ALERT_KINDS.find((each) => each === named) ?? null;
  if (!looksLikeId("alert", id) || (sort === "kind" && kind === null)) throw notOfThisList();
  const place = { id, kind, money: money === "" ? null : isMinor(money) ? BigInt(money) : null };
  if (encodeAlertPlace(sort, place) !== cursor) throw notOfThisList();
  return place;
}
