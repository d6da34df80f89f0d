import type pg from "pg";
import { boundValues } from "../database/bind";
import type { Database } from "../database/database";
import { queryAsTenant } from "../database/query";
import type { Tenant } from "../database/tenant";
import {
  newestSql,
  orderSql,
  type ReportedRows,
  type ReportOrder,
  type ReportPlace,
  type SortKeys,
  sortedSql,
} from "./page-sql";

/**
 * Filters of a report; null = no filter. Half-open range [from, to) of the rows' creation (margins: of their last
 * change; decisions: of the decisions).
 */
export interface ReportFilter {
  readonly from: Date | null;
  readonly to: Date | null;
  readonly status: string | null;
  /** Of the row's item; decisions have none. */
  readonly category: string | null;
  readonly brand: string | null;
  /** The time at which a snooze counts as over or not. */
  readonly now: Date;
}

/** A row with the key of its page's order as text; null where it is unknown, and for the newest first. */
export interface Placed {
  readonly place: string | null;
}

/** Sorts after every id, so that the first page uses the same statement. */
const AFTER_ALL = "zzz";

/** A page of a report: up to `limit` rows behind a place, the newest first unless another order is asked for. */
export interface ReportPage {
  /** Null for the first page. */
  readonly after: ReportPlace | null;
  readonly order: ReportOrder | null;
  readonly limit: number;
}

/** The values of the parameters that all reports share. */
export const reportValues = (
  { workspaceId }: Tenant,
  { from, to, now, status, category, brand }: ReportFilter,
  { after, limit }: ReportPage,
): unknown[] => [workspaceId, after?.id ?? AFTER_ALL, from, to, now, status, limit, category, brand];

/** A report whose rows lie in one table. */
export interface ReportSql {
  readonly name: string;
  readonly rows: ReportedRows;
  readonly keys: SortKeys;
  /** Returns the statement without its order, which presents the rows of a page. */
  readonly present: (page: string) => string;
}

/** Returns a reader of a report's pages, and the columns that it can be sorted by. */
export function readReport<Row extends pg.QueryResultRow>({ name, rows, keys, present }: ReportSql) {
  const newest = `${present(newestSql(rows))} ORDER BY ${orderSql(rows.row, null, "desc")}`;
  const read = (db: Database, tenant: Tenant, filter: ReportFilter, page: ReportPage): Promise<Row[]> => {
    const { values, bind } = boundValues(...reportValues(tenant, filter, page));
    const key = keys[page.order?.sort ?? ""];
    if (page.order === null || key === undefined)
      return queryAsTenant<Row>(db, tenant, { name, text: newest }, values);
    const { order } = page.order;
    const text = `${present(sortedSql(rows, key, order, page.after, bind))} ORDER BY ${orderSql(rows.row, key, order)}`;
    return queryAsTenant<Row>(db, tenant, { text }, values);
  };
  return Object.assign(read, { keys });
}
