import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { csvRows } from "./csv-file";
import type { TableRow } from "./table";

const LAYOUT = { encoding: "utf-8", delimiter: "," } as const;

/** Reads a file of these lines that is in memory, so that no wait for a disk lets other work go on. */
const rowsOf = (lines: readonly string[]): AsyncGenerator<TableRow> =>
  csvRows(() => Readable.from([Buffer.from(lines.join("\n"))]), LAYOUT);

it("a file lets other work of the process go on after every hundred rows", async () => {
  let turns = 0;
  let reading = true;
  const work = (): void => {
    turns += 1;
    if (reading) setImmediate(work);
  };
  setImmediate(work);
  const lines = ["sku,title", ...Array.from({ length: 5_000 }, (_, n) => `SKU-${n},Oak shelf ${n}`)];
  const rowsByTurn = new Map<number, number>();
  for await (const { line, cells } of rowsOf(lines)) {
    if (line > 1) expect(cells[0]).toMatch(/^SKU-/);
    rowsByTurn.set(turns, (rowsByTurn.get(turns) ?? 0) + 1);
  }
  reading = false;
  expect(Math.max(...rowsByTurn.values())).toBeLessThanOrEqual(100);
  expect([...rowsByTurn.values()].reduce((sum, rows) => sum + rows, 0)).toBe(5_001);
});

it("cells lose the spaces around them that spreadsheets put there, of whatever kind", async () => {
  const rows = [];
  for await (const { cells } of rowsOf(["\u00a0sku , price", "\u2009A-1\u00a0,\t12.50\u202f", '" B-2 ",3']))
    rows.push(cells);
  expect(rows).toEqual([
    ["sku", "price"],
    ["A-1", "12.50"],
    ["B-2", "3"],
  ]);
});
