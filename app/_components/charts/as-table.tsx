"use client";

import { clsx } from "clsx";
import { type ReactNode, useState } from "react";
import { Table, TableBody, TableHead, TableRow, Td, Th } from "@/app/_components/ui/table";

/** The figures of a chart: the first column names the row. */
export type ChartFigures = {
  readonly columns: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
};

/** More rows than these scroll within the chart's place. */
const MOST_ROWS_AT_ONCE = 14;

/** A chart, and a button that shows its figures as a table in its place. */
export function AsTable(props: { title: string; figures: ChartFigures; children: ReactNode }) {
  const [shown, setShown] = useState(false);
  return (
    <>
      {shown ? <FigureTable title={props.title} figures={props.figures} /> : props.children}
      <button
        type="button"
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
        className="mt-1 text-xs text-ink-soft underline decoration-control underline-offset-4 hover:decoration-current max-md:min-h-11"
      >
        {shown ? "Show as chart" : "Show as table"}
      </button>
    </>
  );
}

function FigureTable({ title, figures }: { title: string; figures: ChartFigures }) {
  return (
    <div className={clsx("relative", figures.rows.length > MOST_ROWS_AT_ONCE && "max-h-80 overflow-y-auto")}>
      <Table caption={title}>
        <TableHead>
          <tr>
            {figures.columns.map((column, index) => (
              <Th key={column} numeric={index > 0}>
                {column}
              </Th>
            ))}
          </tr>
        </TableHead>
        <TableBody>
          {figures.rows.map(({ key, cells }) => (
            <TableRow key={key}>
              {cells.map((cell, index) => (
                <Td key={figures.columns[index]} numeric={index > 0}>
                  {cell}
                </Td>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
