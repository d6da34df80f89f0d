import type { MarketPosition } from "@/server/domain/items/market-position";
import type { Bind } from "../database/bind";

// The marks are few, and read once for a statement: an uncorrelated subquery is hashed.
const MARKS = "SELECT item_id FROM market_marks WHERE workspace_id = $1";

/**
 * SQL: whether the price index that is stored with a row of `catalog_items` is known and holds at a time. `$1` is the
 * workspace.
 */
export const isIndexKnownSql = (bind: Bind, at: Date): string =>
  `(price_index IS NOT NULL AND (market_until IS NULL OR market_until > ${bind(at)}::timestamptz)
     AND id NOT IN (${MARKS}) AND NOT EXISTS (${MARKS} AND item_id = ''))`;

/** SQL: the stored price indexes of each position. */
export const INDEXES_OF_POSITION: Readonly<Record<Exclude<MarketPosition, "unknown">, string>> = {
  below: "price_index < 1",
  at: "price_index = 1",
  above: "price_index > 1",
};

/** SQL: whether that is the position of a row of `catalog_items` at a time. */
export const isAtPositionSql = (position: MarketPosition, bind: Bind, at: Date): string =>
  position === "unknown"
    ? `NOT ${isIndexKnownSql(bind, at)}`
    : `(${INDEXES_OF_POSITION[position]} AND ${isIndexKnownSql(bind, at)})`;

/** SQL: the position of a row of `catalog_items` at a time. */
export function positionSql(bind: Bind, at: Date): string {
  const known = Object.entries(INDEXES_OF_POSITION).map(([position, is]) => `WHEN ${is} THEN '${position}'`);
  return `CASE WHEN NOT ${isIndexKnownSql(bind, at)} THEN 'unknown' ${known.join(" ")} END`;
}
