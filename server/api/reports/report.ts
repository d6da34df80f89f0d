import type { ReportPlace, SortKeys } from "@/server/db/reports/page-sql";
import type { ReportFilter, ReportPage } from "@/server/db/reports/read-report";
import type { IdKind } from "@/server/domain/ids";
import { formatAmount } from "@/server/domain/money";
import type { RequestContext } from "@/server/usecases/request-context";

/** An amount is a decimal in the row's currency, a ratio a fraction; both are texts, so that no digit is lost. */
export const COLUMN_TYPES = ["text", "number", "amount", "ratio", "time"] as const;

/** A column of a report. Spreadsheets get its text cells as text, never as a formula, and all others as numbers. */
export interface Column<Row> {
  readonly name: string;
  readonly type: (typeof COLUMN_TYPES)[number];
  readonly value: (row: Row) => string | number | null;
}

/** A row of a page; `place` is the key of the page's order as text, null where that is unknown. */
export interface ReportedRow {
  readonly id: string;
  readonly place?: string | null;
}

/** A report: its columns, which are only ever added at the end, and its rows page by page. */
export interface Report<Row extends ReportedRow> {
  readonly columns: readonly Column<Row>[];
  readonly idKind: IdKind;
  /** The statuses that its rows can be filtered by; empty when its rows have no status. */
  readonly statuses: readonly string[];
  /** The columns that its rows can be sorted by. */
  readonly keys: Readonly<Record<string, Pick<SortKeys[string], "type">>>;
  readonly page: (context: RequestContext, filter: ReportFilter, page: ReportPage) => Promise<readonly Row[]>;
}

export const text = <Row>(name: string, value: (row: Row) => string | null): Column<Row> => ({
  name,
  type: "text",
  value,
});
export const number = <Row>(name: string, value: (row: Row) => number | null): Column<Row> => ({
  name,
  type: "number",
  value,
});
export const ratio = <Row>(name: string, value: (row: Row) => string | null): Column<Row> => ({
  name,
  type: "ratio",
  value,
});
export const time = <Row>(name: string, value: (row: Row) => Date | null): Column<Row> => ({
  name,
  type: "time",
  value: (row) => value(row)?.toISOString() ?? null,
});
export const amount = <Row extends { readonly currency: string | null }>(
  name: string,
  value: (row: Row) => bigint | null,
): Column<Row> => ({
  name,
  type: "amount",
  value: (row) => {
    const minor = value(row);
    return minor === null || row.currency === null ? null : formatAmount(minor, row.currency);
  },
});

const ROWS_A_PAGE = 1_000;

/** Reads a report page by page, newest first; only one page is in memory at a time. */
export async function* reportPages<Row extends ReportedRow>(
  { page }: Report<Row>,
  context: RequestContext,
  filter: ReportFilter,
): AsyncGenerator<readonly Row[]> {
  let after: ReportPlace | null = null;
  for (;;) {
    const rows: readonly Row[] = await page(context, filter, { after, order: null, limit: ROWS_A_PAGE });
    if (rows.length > 0) yield rows;
    const last: Row | undefined = rows.at(-1);
    if (!last || rows.length < ROWS_A_PAGE) return;
    after = { id: last.id, key: last.id };
  }
}
