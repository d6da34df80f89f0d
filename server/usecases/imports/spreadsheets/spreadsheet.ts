import type { ImportFile } from "../encoding";
import { firstOf, type Table } from "../table";
import { unreadableFile } from "../unreadable-file";
import { type Archive, openArchive } from "./archive";
import { odsWorkbook } from "./ods";
import { tableRows } from "./sheet-row";
import type { Workbook } from "./workbook";
import { xlsxWorkbook } from "./xlsx";

/**
 * Opens a sheet of an XLSX or ODS file.
 * @param wanted the name of the sheet; without one the first sheet with rows is taken
 * @throws DomainError validation_error for an archive that is neither, a broken or protected file, one that unpacks to
 *   more than a table has, and a sheet that is not there
 */
export async function openSpreadsheet(file: ImportFile, wanted: string | undefined): Promise<Table> {
  const archive = await openArchive(file);
  try {
    const workbook = await workbookIn(archive);
    const sheet = await workbook.choose(wanted);
    const rows = () => tableRows(workbook.rows(sheet));
    return {
      place: () => ({
        file: workbook.file,
        encoding: null,
        isGuess: false,
        delimiter: null,
        sheet,
        sheets: workbook.sheets(),
      }),
      first: (count) => firstOf(rows(), count),
      rows,
      close: () => archive.close(),
    };
  } catch (error) {
    await archive.close();
    throw error;
  }
}

const ODS_TYPE = "application/vnd.oasis.opendocument.spreadsheet";

async function workbookIn(archive: Archive): Promise<Workbook> {
  if (archive.has("[Content_Types].xml") && archive.has("_rels/.rels")) return xlsxWorkbook(archive);
  if (archive.has("mimetype") && (await textOf(archive, "mimetype")).startsWith(ODS_TYPE))
    return odsWorkbook(archive);
  if (archive.has("Index/Document.iwa"))
    throw unreadableFile(
      "The file is a Numbers spreadsheet. Export it as Excel (.xlsx) or CSV and send that.",
    );
  throw unreadableFile(
    "The file is an archive or a document, not a table. Send the table as CSV, XLSX or ODS.",
  );
}

async function textOf(archive: Archive, part: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of archive.read(part, "description")) chunks.push(chunk);
  return Buffer.concat(chunks).toString("latin1");
}
