import type { Encoding } from "@/server/domain/imports/csv/encodings";
import { decodedText, type ImportFile } from "./encoding";
import { FEED_COLUMNS, feedItems } from "./feed-items";
import { SEND_TABLE } from "./file-kind";
import { firstOf, type Table, type TableRow } from "./table";
import { unreadableFile } from "./unreadable-file";

/** Opens a product feed in XML as a table: its header has the attributes, and its rows are the products by number. */
export function feedTable(file: ImportFile, encoding: Encoding, isGuess: boolean): Table {
  const rows = () => feedRows(file, encoding);
  return {
    place: () => ({ file: "xml", encoding, isGuess, delimiter: null, sheet: null, sheets: [] }),
    first: (count) => firstOf(rows(), count),
    rows,
    close: () => Promise.resolve(),
  };
}

async function* feedRows(file: ImportFile, encoding: Encoding): AsyncGenerator<TableRow> {
  yield { line: 0, cells: FEED_COLUMNS, fault: null };
  let line = 0;
  for await (const cells of feedItems(decodedText(file, encoding))) {
    line++;
    yield { line, cells, fault: null };
  }
  if (line === 0)
    throw unreadableFile(`The file is XML in which no product was found (item or entry). ${SEND_TABLE}`);
}
