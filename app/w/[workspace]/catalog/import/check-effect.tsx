"use client";

import { Count, Price } from "@/app/_components/pricing/price";
import { Banner } from "@/app/_components/ui/banner";
import { Table, TableBody, TableHead, TableRow, Td, Th } from "@/app/_components/ui/table";
import type { ImportKind } from "./formats";
import type { AmountChange, FileCheck } from "./import-response";
import { fieldLabel } from "./reading-choices";

/** What an import would do: counts, and the first amounts that it changes. */
export function CheckEffect({ check, kind }: { check: FileCheck; kind: ImportKind }) {
  const changed = Object.entries(check.effect.changed).filter(([, count]) => count > 0);
  return (
    <div className="flex flex-col gap-3">
      <Banner tone={check.refused > 0 ? "warn" : "info"} title="Nothing is stored yet.">
        <Count value={check.rows} /> of <Count value={check.rows + check.refused} />{" "}
        {check.rows + check.refused === 1 ? "row" : "rows"} can be imported: <Count value={check.created} />{" "}
        new
        {kind === "observations" ? null : (
          <>
            , <Count value={check.updated} /> changed
          </>
        )}
        , <Count value={check.unchanged} /> as before.
        {check.skipped > 0 ? (
          <>
            {" "}
            <Count value={check.skipped} /> {check.skipped === 1 ? "row is" : "rows are"} left out, not for a
            fault.
          </>
        ) : null}
        {check.notices.map((notice) => (
          <p key={notice} className="mt-1">
            {notice}
          </p>
        ))}
      </Banner>
      {changed.length > 0 ? (
        <>
          <p className="text-ink-soft">
            Known items get another{" "}
            {changed.map(([field, count], index) => (
              <span key={field}>
                {index > 0 ? ", " : ""}
                {fieldLabel(field).toLowerCase()} (<Count value={count} />)
              </span>
            ))}
            . The first {check.effect.first.length === 1 ? "change" : "changes"}:
          </p>
          <Changes changes={check.effect.first} />
        </>
      ) : null}
    </div>
  );
}

function Changes({ changes }: { changes: readonly AmountChange[] }) {
  const money = (amount: string | null, currency: string) => (amount === null ? null : { amount, currency });
  return (
    <Table caption="Changes of costs, prices and limits">
      <TableHead>
        <tr>
          <Th>Item</Th>
          <Th>Field</Th>
          <Th numeric>Now</Th>
          <Th numeric>Then</Th>
        </tr>
      </TableHead>
      <TableBody>
        {changes.slice(0, 20).map(({ sku, title, field, before, after, currency }) => (
          <TableRow key={`${sku} ${field}`} dense>
            <Td className="max-w-52 truncate">
              {title} <span className="text-ink-dim">{sku}</span>
            </Td>
            <Td>{fieldLabel(field)}</Td>
            <Td numeric>
              <Price money={money(before, currency)} />
            </Td>
            <Td numeric>
              <Price money={money(after, currency)} />
            </Td>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
