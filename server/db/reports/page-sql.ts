import type { SortOrder } from "@/server/domain/items/item-list";
import type { Bind } from "../database/bind";

/** What the keys of an order are, which decides how the place of a row is written as text. */
export type KeyType = "whole" | "integer" | "decimal" | "time" | "text";

/** A column that rows can be sorted by, in SQL. */
export interface SortKey {
  readonly sql: string;
  readonly type: KeyType;
}

/** The columns of a report that it can be sorted by, by their wire names. */
export type SortKeys = Readonly<Record<string, SortKey>>;

/** An order of a report other than the newest first. Unknown values come last in both directions. */
export interface ReportOrder {
  readonly sort: string;
  readonly order: SortOrder;
}

/** The place behind which a page begins: the last row's id and its key as text, null where that is unknown. */
export interface ReportPlace {
  readonly id: string;
  readonly key: string | null;
}

/** The rows of a report that lie in one table, which belong to items. */
export interface ReportedRows {
  readonly table: string;
  /** The alias of a row. */
  readonly row: string;
  /** SQL of when a row was made. */
  readonly madeAt: string;
  /** SQL of its displayed status, at the time $5. */
  readonly status: string;
}

const SQL_TYPES: Readonly<Record<KeyType, string>> = {
  whole: "bigint",
  integer: "int",
  decimal: "numeric",
  time: "timestamptz",
  text: "text",
};

/** A time as JavaScript writes it; others as PostgreSQL does. */
const keyText = ({ sql, type }: SortKey): string =>
  type === "time" ? `to_char(${sql} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : `(${sql})::text`;

/** Returns the order of rows in SQL: by the key where there is one, else the newest first, as ids sort by time. */
export const orderSql = (row: string, key: SortKey | null, order: SortOrder): string =>
  key === null ? `${row}.id DESC` : `${key.sql} ${order} NULLS LAST, ${row}.id ${order}`;

/**
 * Returns the statement's part that reads a page of the newest rows, with `place` null. OFFSET 0 keeps the planner from
 * going through all items where a category or a brand is asked for.
 */
const rowsSql = (
  { table, row, madeAt, status }: ReportedRows,
  place: string,
  after: string,
  order: string,
): string =>
  `(SELECT ${row}.*, ${place} AS place FROM ${table} ${row}
    WHERE ${row}.workspace_id = $1 AND ${after}
      AND ($3::timestamptz IS NULL OR ${madeAt} >= $3) AND ($4::timestamptz IS NULL OR ${madeAt} < $4)
      AND $5::timestamptz IS NOT NULL AND ($6::text IS NULL OR ${status} = $6)
      AND (($8::text IS NULL AND $9::text IS NULL) OR EXISTS (
        SELECT FROM catalog_items c WHERE c.workspace_id = ${row}.workspace_id AND c.id = ${row}.item_id
          AND ($8::text IS NULL OR c.category = $8) AND ($9::text IS NULL OR c.brand = $9) OFFSET 0))
    ORDER BY ${order} LIMIT $7) ${row}`;

/** Returns the part of a statement that reads a page of the newest rows below the id $2. */
export const newestSql = (rows: ReportedRows): string =>
  rowsSql(rows, "NULL::text", `${rows.row}.id < $2`, orderSql(rows.row, null, "desc"));

/** Returns the part of a statement that reads a page by a key; $2 is the id of the place, or any at the start. */
export function sortedSql(
  rows: ReportedRows,
  key: SortKey,
  order: SortOrder,
  after: ReportPlace | null,
  bind: Bind,
): string {
  return rowsSql(
    rows,
    keyText(key),
    afterSql(rows.row, key, order, after, bind),
    orderSql(rows.row, key, order),
  );
}

function afterSql(
  row: string,
  { sql, type }: SortKey,
  order: SortOrder,
  after: ReportPlace | null,
  bind: Bind,
): string {
  const comparison = order === "asc" ? ">" : "<";
  if (after === null) return "$2::text IS NOT NULL";
  if (after.key === null) return `${sql} IS NULL AND ${row}.id ${comparison} $2`;
  return `((${sql}, ${row}.id) ${comparison} (${bind(after.key)}::${SQL_TYPES[type]}, $2) OR ${sql} IS NULL)`;
}
