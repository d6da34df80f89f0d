import type { DomainError } from "@/server/domain/errors";
import { unreadableFile } from "../unreadable-file";
import type { SheetRow } from "./sheet-row";

/** A spreadsheet file that is open. */
export interface Workbook {
  readonly file: "xlsx" | "ods";
  /** The names of its sheets, as far as it was read; all of them once the rows of one were read to their end. */
  readonly sheets: () => readonly string[];
  /**
   * Returns the name of the sheet that a person names, or without a name of the first one with rows, hidden ones last.
   * @throws DomainError validation_error where there is none
   */
  readonly choose: (wanted: string | undefined) => Promise<string>;
  readonly rows: (sheet: string) => AsyncGenerator<SheetRow>;
}

/** Whether a sheet is the one that a person names; capitals do not matter, as in spreadsheets. */
export const isCalled = (name: string, wanted: string): boolean =>
  name.trim().toLowerCase() === wanted.trim().toLowerCase();

/** Builds the error of a file in which the sheet is not, or has no rows in any. */
export function noSheet(wanted: string | undefined, names: readonly string[]): DomainError {
  if (wanted === undefined) return unreadableFile("The file is empty; a row of it has to name the columns.");
  return unreadableFile(
    `The file has no sheet "${wanted}"; its sheets are ${names.slice(0, 50).join(", ")}.`,
  );
}
