import {
  type DeclaredFields,
  fieldOf,
  ITEM_FIELD_NAMES,
  rowKey,
} from "@/server/domain/items/declared-fields";
import type { FieldKind } from "@/server/domain/items/item-fields";
import type { ItemRecord } from "@/server/domain/items/item-patch";

const SQL_TYPES: Readonly<Record<FieldKind, string>> = {
  text: "text",
  link: "text",
  amount: "bigint",
  integer: "int",
  tags: "text[]",
};

type OwnKey = Exclude<keyof ItemRecord, "id" | keyof DeclaredFields>;

/** What a record has beside the declared fields, with the types of its columns. */
const OWN: Readonly<Record<OwnKey, string>> = {
  sku: "text",
  title: "text",
  currency: "char(3)",
  shopperPrice: "bigint",
  shownCompareAt: "bigint",
  salePrice: "bigint",
  saleFromMs: "timestamptz",
  saleUntilMs: "timestamptz",
  costUpdatedAtMs: "timestamptz",
  integrationId: "text",
  storeRef: "text",
  storeParentRef: "text",
  storeState: "text",
  storeStateAtMs: "timestamptz",
  archivedAtMs: "timestamptz",
  archivedReason: "text",
  baselinePrice: "bigint",
  baselineCost: "bigint",
};

/** Returns the column of a record's member; that of a time has no unit in its name. */
const columnOf = (key: OwnKey): string =>
  key.replace(/Ms$/, "").replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

interface WrittenColumn {
  readonly name: string;
  readonly type: string;
  readonly key: keyof ItemRecord;
}

/** The columns that catalog changes write, each with its member of a record. */
const WRITTEN: readonly WrittenColumn[] = [
  ...(Object.entries(OWN) as [OwnKey, string][]).map(([key, type]) => ({ name: columnOf(key), type, key })),
  ...ITEM_FIELD_NAMES.map((name) => ({ name, type: SQL_TYPES[fieldOf(name).kind], key: rowKey(name) })),
];

/** Names of the columns that catalog changes write. */
export const WRITTEN_COLUMNS = WRITTEN.map(({ name }) => name);

/** SQL: the column definitions of `toJsonRecord`, for jsonb_to_recordset. */
export const RECORD_COLUMNS = ["id text", ...WRITTEN.map(({ name, type }) => `${name} ${type}`)].join(", ");

/** SQL: columns of an item under the names of rows, which are in camel case; `item` is the alias of its row. */
export const columnsSql = (item: string, names: readonly string[]): string =>
  names.map((name) => `${item}.${name} AS "${rowKey(name)}"`).join(", ");

/** SQL: the select list of an `ItemRecord`, whose times are milliseconds since 1970; `item` is the alias of its row. */
export const recordSql = (item: string): string =>
  [
    `${item}.id`,
    ...WRITTEN.map(({ name, type, key }) =>
      type === "timestamptz"
        ? `(extract(epoch FROM ${item}.${name}) * 1000)::float8 AS "${key}"`
        : `${item}.${name} AS "${key}"`,
    ),
  ].join(", ");

/** Builds a row of jsonb_to_recordset from a record. */
export const toJsonRecord = (item: ItemRecord): object => ({
  id: item.id,
  ...Object.fromEntries(
    WRITTEN.map(({ name, type, key }) => [
      name,
      type === "timestamptz" ? isoTime(item[key]) : toJson(item[key]),
    ]),
  ),
});

/** Amounts are text, since a JSON number would lose digits. */
const toJson = (value: ItemRecord[keyof ItemRecord]) =>
  typeof value === "bigint" ? value.toString() : value;

const isoTime = (ms: ItemRecord[keyof ItemRecord]): string | null =>
  typeof ms === "number" ? new Date(ms).toISOString() : null;
