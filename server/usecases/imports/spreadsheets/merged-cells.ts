import { MAX_CELLS } from "@/server/domain/imports/csv/csv-records";
import { columnOf, type SheetCell } from "./sheet-row";

/** Cells of one column that are one cell in several rows, counted from 1; of a wider range the first column. */
export interface MergedRange {
  readonly column: number;
  readonly top: number;
  readonly bottom: number;
}

/** Lets the rows of a merged cell have what stands in its first one, as a person sees it. */
export class MergedCells {
  private readonly byTop = new Map<number, MergedRange[]>();
  private readonly open = new Map<number, { readonly bottom: number; readonly cell: SheetCell }>();

  constructor(ranges: readonly MergedRange[]) {
    for (const range of ranges) {
      const begun = this.byTop.get(range.top);
      if (begun) begun.push(range);
      else this.byTop.set(range.top, [range]);
    }
  }

  /** Adds to the cells of a row that has any those of the ranges that began above it. Rows come in their order. */
  fill(row: number, cells: Map<number, SheetCell>): void {
    const isEmpty = cells.size === 0;
    for (const [column, { bottom, cell }] of this.open)
      if (row > bottom) this.open.delete(column);
      else if (!isEmpty && !cells.has(column)) cells.set(column, cell);
    for (const range of this.byTop.get(row) ?? []) this.begin(range, cells.get(range.column));
  }

  /** Begins a range at its first row; no row has cells beyond those that a row may have. */
  begin({ column, bottom }: Omit<MergedRange, "top">, cell: SheetCell | undefined): void {
    if (cell !== undefined && column < MAX_CELLS) this.open.set(column, { bottom, cell });
  }
}

const RANGE = /<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"/g;
/** Longer than the element of a range. */
const OVERLAP = 200;
/** Ranges beyond these are not filled; tables of shops have some hundred. */
const MAX_RANGES = 100_000;

/** Finds the ranges that span rows by their elements alone: they stand behind the rows to which they belong. */
export async function mergedRanges(bytes: AsyncIterable<Uint8Array>): Promise<MergedRange[]> {
  const ranges = new Map<string, MergedRange>();
  let before = "";
  for await (const chunk of bytes) {
    const text = before + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString("latin1");
    if (text.includes("mergeCell"))
      for (const [place, letters = "", top, bottom] of text.matchAll(RANGE))
        if (Number(bottom) > Number(top) && ranges.size < MAX_RANGES)
          ranges.set(place, { column: columnOf(letters), top: Number(top), bottom: Number(bottom) });
    before = text.slice(-OVERLAP);
  }
  return [...ranges.values()];
}
