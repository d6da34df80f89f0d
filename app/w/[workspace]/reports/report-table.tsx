"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { instantText } from "@/app/_components/pricing/age-text";
import { statedText } from "@/app/_components/pricing/format";
import { useLocale } from "@/app/_components/pricing/locale";
import { Count, Percent, Price, Unknown } from "@/app/_components/pricing/price";
import { StatusBadge } from "@/app/_components/pricing/status-badge";
import type { StatusOf } from "@/app/_components/pricing/status-text";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { SortHeading } from "@/app/_components/ui/sort-heading";
import { Table, TableBody, TableHead, TableRow, Td, Th } from "@/app/_components/ui/table";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { PagedView } from "@/app/_trpc/query-view";
import { type ChoiceChange, nextOrder, type ReportChoice, reportFilters } from "./report-address";

type ReportRows = Outputs["reports"]["rows"];
type Column = ReportRows["columns"][number];
type Row = ReportRows["data"][number];

/**
 * The rows of a chosen report, newest first or by the column of a heading, as far as they are loaded; the ids are in
 * the download only.
 */
export function ReportTable(props: {
  choice: ReportChoice;
  statusOf: StatusOf;
  onChoose: (change: ChoiceChange) => void;
}) {
  const { choice, statusOf, onChoose } = props;
  const trpc = useTRPC();
  const sorted = { sort: choice.sort === "" ? null : choice.sort, order: choice.order };
  const query = useInfiniteQuery(
    trpc.reports.rows.infiniteQueryOptions(
      {
        report: choice.report,
        ...reportFilters(choice),
        ...(sorted.sort === null ? {} : { sort: sorted.sort, order: sorted.order }),
      },
      {
        getNextPageParam: (page) => page.next_cursor,
        // While another order is read, the rows stay; those of another report would be read as its own.
        placeholderData: (shown) => (shown?.pages[0]?.report === choice.report ? shown : undefined),
      },
    ),
  );
  const columns =
    query.data?.pages[0]?.columns.filter(({ name }) => !/^(id|.*_id|currency)$/.test(name)) ?? [];
  return (
    <PagedView
      query={query}
      noun="rows"
      empty={
        <EmptyState icon={<FileText />} title="No rows">
          Nothing in this report matches the chosen days and filters.
        </EmptyState>
      }
    >
      {(rows) => (
        <Table caption="Report" className="text-sm">
          <TableHead>
            <tr>
              {columns.map(({ name, type, sortable }) =>
                sortable ? (
                  <SortHeading
                    key={name}
                    sort={name}
                    sorted={sorted}
                    numeric={isNumeric({ type })}
                    onSort={() => onChoose(nextOrder(choice, name))}
                  >
                    {asWords(name)}
                  </SortHeading>
                ) : (
                  <Th key={name} numeric={isNumeric({ type })}>
                    {asWords(name)}
                  </Th>
                ),
              )}
            </tr>
          </TableHead>
          <TableBody>
            {rows.map((row) => (
              <TableRow key={String(row["id"])}>
                {columns.map((column) => (
                  <Td key={column.name} numeric={isNumeric(column)} className="max-w-80 truncate">
                    <Value row={row} column={column} statusOf={statusOf} />
                  </Td>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </PagedView>
  );
}

/** Columns whose values are names of the API; a page shows them as words. */
const NAMED = new Set(["kind", "severity", "decision", "write_back_status", "confidence", "by_kind", "via"]);

/** Columns of the service's sentences. */
const SENTENCES = new Set(["reason", "message"]);

const isNumeric = ({ type }: Pick<Column, "type">): boolean => type !== "text" && type !== "time";

/** Names of the API that a page calls otherwise. */
const CALLED: Readonly<Record<string, string>> = {
  sku: "SKU",
  gtin: "GTIN",
  change_ratio: "Change",
  lane: "Rule",
};

/** Returns a name of the API as words: "decided_by" becomes "Decided by". */
const asWords = (name: string): string => {
  const called = CALLED[name];
  if (called !== undefined) return called;
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function Value({ row, column, statusOf }: { row: Row; column: Column; statusOf: StatusOf }) {
  const locale = useLocale();
  const value = row[column.name] ?? null;
  if (value === null) return <Unknown word="none" />;
  const text = String(value);
  if (column.name === "status") return <StatusBadge of={statusOf} status={text} />;
  if (column.type === "amount") return <Price money={{ amount: text, currency: String(row["currency"]) }} />;
  if (column.type === "ratio") return <Percent ratio={text} signed={column.name === "change_ratio"} />;
  if (column.type === "time") return <time dateTime={text}>{instantText(Date.parse(text), locale)}</time>;
  if (NAMED.has(column.name)) return asWords(text);
  if (typeof value === "number") return <Count value={value} />;
  const shown = SENTENCES.has(column.name) ? statedText(text, locale) : text;
  return <span title={shown}>{shown}</span>;
}
