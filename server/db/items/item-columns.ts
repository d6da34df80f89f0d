import { fieldOf, ITEM_FIELD_NAMES, rowKey } from "@/server/domain/items/declared-fields";
import type { FieldKind } from "@/server/domain/items/item-fields";
import type { ItemRecord } from "@/server/domain/items/item-patch";

const SQL_TYPES: Readonly<Record<FieldKind, string>> = {
  text: "text",
  link: "text",
  amount: "bigint",
  integer: "int",
  tags: "text[]",
};

/** The columns that catalog changes write, with their types. */
const WRITTEN: Readonly<Record<string, string>> = {
  sku: "text",
  title: "text",
  currency: "char(3)",
  ...Object.fromEntries(ITEM_FIELD_NAMES.map((name) => [name, SQL_TYPES[fieldOf(name).kind]])),
  shopper_price: "bigint",
  shown_compare_at: "bigint",
  sale_price: "bigint",
  sale_from: "timestamptz",
  sale_until: "timestamptz",
  cost_updated_at: "timestamptz",
  integration_id: "text",
  store_ref: "text",
  store_parent_ref: "text",
  store_state: "text",
  store_state_at: "timestamptz",
  archived_at: "timestamptz",
  archived_reason: "text",
  baseline_price: "bigint",
  baseline_cost: "bigint",
};

/** Names of the columns that catalog changes write. */
export const WRITTEN_COLUMNS = Object.keys(WRITTEN);

/** SQL: the column definitions of `toJsonRecord`, for jsonb_to_recordset. */
export const RECORD_COLUMNS = ["id text", ...Object.entries(WRITTEN).map((column) => column.join(" "))].join(
  ", ",
);

/** SQL: columns of an item under the names of rows, which are in camel case; `item` is the alias of its row. */
export const columnsSql = (item: string, names: readonly string[]): string =>
  names.map((name) => `${item}.${name} AS "${rowKey(name)}"`).join(", ");

/** SQL: the select list of an `ItemRecord`, whose times are milliseconds since 1970; `item` is the alias of its row. */
export const recordSql = (item: string): string =>
  ["id", ...WRITTEN_COLUMNS]
    .map((name) =>
      WRITTEN[name] === "timestamptz"
        ? `(extract(epoch FROM ${item}.${name}) * 1000)::float8 AS "${rowKey(name)}Ms"`
        : `${item}.${name} AS "${rowKey(name)}"`,
    )
    .join(", ");

/** The columns that a record is written to, each with the record's key and what it becomes in JSON. */
const MEMBERS = WRITTEN_COLUMNS.map((name) => {
  const isTime = WRITTEN[name] === "timestamptz";
  const key = (isTime ? `${rowKey(name)}Ms` : rowKey(name)) as keyof ItemRecord;
  return { name, key, toJson: isTime ? isoTime : toJson };
});

/** Builds a row of jsonb_to_recordset from a record. */
export const toJsonRecord = (item: ItemRecord): object => ({
  id: item.id,
  ...Object.fromEntries(MEMBERS.map(({ name, key, toJson: convert }) => [name, convert(item[key])])),
});

/** Amounts are text, since a JSON number would lose digits. */
function toJson(value: ItemRecord[keyof ItemRecord]) {
  return typeof value === "bigint" ? value.toString() : value;
}

function isoTime(ms: ItemRecord[keyof ItemRecord]): string | null {
  return typeof ms === "number" ? new Date(ms).toISOString() : null;
}
