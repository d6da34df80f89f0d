import { delimiterOf } from "@/server/domain/imports/csv/delimiter-evidence";
import { csvRows, csvRowsOf } from "./csv-file";
import { beginningOf, type ImportFile } from "./encoding";
import { feedTable } from "./feed-table";
import { isFeed } from "./file-kind";
import { openSpreadsheet } from "./spreadsheets/spreadsheet";
import { firstOf, type Table, type TableChoices, type TableRow } from "./table";

/**
 * Opens the table of a file: a CSV file, a sheet of an XLSX or ODS file, or a product feed in XML. The caller closes
 * it.
 * @throws DomainError validation_error for a file of another kind and one that is broken, and for a sheet that is not
 *   there
 */
export async function openTable(file: ImportFile, choices: TableChoices): Promise<Table> {
  const beginning = await beginningOf(file, choices.encoding);
  if (beginning.kind === "archive") return openSpreadsheet(file, choices.sheet);
  const { encoding, isGuess, text, isWhole } = beginning;
  if (isFeed(text)) return feedTable(file, encoding, isGuess);
  const delimiter = choices.delimiter ?? delimiterOf(text, isWhole);
  const rows = (): AsyncGenerator<TableRow> => csvRows(file, { encoding, delimiter });
  return {
    place: () => ({ file: "csv", encoding, isGuess, delimiter, sheet: null, sheets: [] }),
    first: async (count) => {
      const found = await firstOf(csvRowsOf(text, delimiter, isWhole), count);
      return found.length === count || isWhole ? found : firstOf(rows(), count);
    },
    rows,
    close: () => Promise.resolve(),
  };
}
