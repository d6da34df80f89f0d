import { unreadableFile } from "../unreadable-file";
import type { Archive } from "./archive";
import type { MergedRange } from "./merged-cells";
import { isCalled, noSheet, type Workbook } from "./workbook";
import { type SheetPart, workbookParts } from "./xlsx-parts";
import { xlsxMergedRanges, xlsxRows } from "./xlsx-sheet";

/** Opens an XLSX file. @throws DomainError validation_error for a broken one, and for another Office document */
export async function xlsxWorkbook(archive: Archive): Promise<Workbook> {
  const parts = await workbookParts(archive);
  const { sheets } = parts;
  if (sheets.length === 0)
    throw unreadableFile("The file has no sheet with rows. Send the table as CSV, XLSX or ODS.");
  const merged = new Map<string, readonly MergedRange[]>();
  const hasRows = async ({ part }: SheetPart): Promise<boolean> => {
    const { done } = await firstOf(xlsxRows(archive, part, parts, []));
    return done !== true;
  };
  return {
    file: "xlsx",
    sheets: () => sheets.map(({ name }) => name),
    choose: async (wanted) => {
      const names = sheets.map(({ name }) => name);
      const called = wanted === undefined ? undefined : names.find((name) => isCalled(name, wanted));
      if (called !== undefined) return called;
      const inOrder = [
        ...sheets.filter((sheet) => !sheet.isHidden),
        ...sheets.filter((sheet) => sheet.isHidden),
      ];
      if (wanted === undefined) for (const sheet of inOrder) if (await hasRows(sheet)) return sheet.name;
      throw noSheet(wanted, names);
    },
    async *rows(name) {
      const part = sheets.find((sheet) => sheet.name === name)?.part ?? "";
      const ranges = merged.get(part) ?? (await xlsxMergedRanges(archive, part));
      merged.set(part, ranges);
      yield* xlsxRows(archive, part, parts, ranges);
    },
  };
}

async function firstOf<T>(items: AsyncGenerator<T>): Promise<IteratorResult<T, unknown>> {
  try {
    return await items.next();
  } finally {
    await items.return(undefined);
  }
}
