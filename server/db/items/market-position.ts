import type { MarketPosition } from "@/server/domain/items/market-position";
import type { Bind } from "../database/bind";

// The marks are few, and read once for a statement: an uncorrelated subquery is hashed.
const MARKS = "SELECT item_id FROM market_marks WHERE workspace_id = $1";

/**
 * SQL: whether the price index that is stored with a row of `catalog_items` is known and holds at a time. `$1` is the
 * workspace.
 */
export const isPlacedSql = (bind: Bind, at: Date): string =>
  `(price_index IS NOT NULL AND (market_until IS NULL OR market_until > ${bind(at)}::timestamptz)
     AND id NOT IN (${MARKS}) AND NOT EXISTS (${MARKS} AND item_id = ''))`;

const COMPARISONS: Readonly<Record<Exclude<MarketPosition, "unknown">, string>> = {
  below: "price_index < 1",
  at: "price_index = 1",
  above: "price_index > 1",
};

/** SQL: whether that is the position of a row of `catalog_items` at a time. */
export const isAtPositionSql = (position: MarketPosition, bind: Bind, at: Date): string =>
  position === "unknown"
    ? `NOT ${isPlacedSql(bind, at)}`
    : `(${COMPARISONS[position]} AND ${isPlacedSql(bind, at)})`;

/** SQL: the position of a row of `catalog_items` at a time. */
export const positionSql = (bind: Bind, at: Date): string =>
  `CASE WHEN NOT ${isPlacedSql(bind, at)} THEN 'unknown' WHEN price_index < 1 THEN 'below'
     WHEN price_index > 1 THEN 'above' ELSE 'at' END`;
