"use client";

import { Download } from "lucide-react";
import { Count } from "@/app/_components/pricing/price";
import { Button } from "@/app/_components/ui/button";
import { Table, TableBody, TableHead, TableRow, Td, Th } from "@/app/_components/ui/table";
import { safeCell } from "@/server/domain/imports/csv/safe-cell";
import type { FaultGroup, FileFault, RowFault } from "./import-response";

const SHOWN = 100;

/** The first faults of a file, in its order; `value` is what stands in the cell. */
export function FaultTable({ faults }: { faults: readonly (FileFault & { value?: string | null })[] }) {
  return (
    <Table caption="Faults in the file">
      <TableHead>
        <tr>
          <Th numeric className="w-16">
            Row
          </Th>
          <Th className="w-40">Column</Th>
          <Th wideOnly className="w-40">
            Value
          </Th>
          <Th>What is wrong</Th>
        </tr>
      </TableHead>
      <TableBody>
        {faults.slice(0, SHOWN).map((fault, index) => (
          <TableRow key={index} dense>
            <Td numeric>{fault.row ?? "–"}</Td>
            <Td className="font-mono text-[13px] break-words">{fault.column ?? "–"}</Td>
            <Td wideOnly className="max-w-40 truncate font-mono text-[13px]">
              {fault.value ?? ""}
            </Td>
            <Td>{fault.message}</Td>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** All faults of a check: their kinds, the first ones shown, all that are listed to download. */
export function Faults({
  faults,
  count,
  groups,
}: {
  faults: readonly RowFault[];
  count: number;
  groups: readonly FaultGroup[];
}) {
  return (
    <div className="flex flex-col items-start gap-3">
      <ul className="flex flex-col gap-1" aria-label="Kinds of faults">
        {groups.map(({ code, column, message, count: rows, rows: first }) => (
          <li key={`${code} ${column}`}>
            <Count value={rows} /> ×{" "}
            {column === null ? null : <span className="font-mono text-[13px]">{column}: </span>}
            {message}{" "}
            <span className="text-ink-dim">
              ({rows === 1 ? "row" : "rows"} {first.join(", ")}
              {rows > first.length ? ", …" : ""})
            </span>
          </li>
        ))}
      </ul>
      <FaultTable faults={faults} />
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" onClick={() => download(faults)}>
          <Download aria-hidden /> Download the faults
        </Button>
        <span className="text-xs text-ink-dim">
          {count > SHOWN ? (
            <>
              The first {SHOWN} of <Count value={count} /> are shown.
            </>
          ) : null}
          {count > faults.length ? (
            <>
              {" "}
              The download has the first <Count value={faults.length} />.
            </>
          ) : null}
        </span>
      </div>
    </div>
  );
}

const quoted = (text: string): string => `"${safeCell(text).replaceAll('"', '""')}"`;

/** The byte order mark, by which spreadsheets know UTF-8. */
const BOM = "\uFEFF";

function download(faults: readonly RowFault[]): void {
  const lines = faults.map(({ row, column, value, message }) =>
    [String(row), ...[column ?? "", value ?? "", message].map(quoted)].join(","),
  );
  const text = [`${BOM}row,column,value,what is wrong`, ...lines, ""].join("\r\n");
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = "faults.csv";
  link.click();
  URL.revokeObjectURL(url);
}
