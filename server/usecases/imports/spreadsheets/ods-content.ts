import { MergedCells } from "./merged-cells";
import { odsCell } from "./ods-cell";
import { LAST_ROW, RowCells, type SheetRow } from "./sheet-row";
import { added } from "./xlsx-texts";
import { type XmlReader, xmlItems } from "./xml";

/** What the content of an ODS file has, in its order: sheets, and the rows of each behind it. */
export type OdsItem =
  | { readonly sheet: { readonly name: string; readonly isHidden: boolean } }
  | { readonly row: SheetRow };

/** Streams the content of an ODS file. @throws DomainError validation_error for a broken one */
export const odsItems = (bytes: AsyncIterable<Uint8Array>): AsyncGenerator<OdsItem> =>
  xmlItems<OdsItem>(bytes, (items) => new ContentReader(items));

type Attributes = Readonly<Record<string, string>>;

/** Tables that a file keeps of other files, whose cells it refers to. */
const OF_OTHER_FILE = /^'file:/;

class ContentReader implements XmlReader {
  private depth = 0;
  private style = "";
  private readonly hiddenStyles = new Set<string>();
  /** Sheets may have tables in their cells; these are not read. */
  private tables = 0;
  private isRead = false;
  private line = 0;
  private times = 1;
  private column = 0;
  private cells = new RowCells(0);
  private merged = new MergedCells([]);
  private cell: { readonly attributes: Attributes; readonly depth: number } | null = null;
  private paragraphs = 0;
  private inParagraph = false;
  private shown = "";

  constructor(private readonly items: OdsItem[]) {}

  open(name: string, attributes: Attributes): void {
    this.depth += 1;
    if (name === "style") this.style = attributes["style:name"] ?? "";
    else if (name === "table-properties") {
      if (attributes["table:display"] === "false") this.hiddenStyles.add(this.style);
    } else if (name === "table") this.beginTable(attributes);
    else if (!this.isRead || this.tables !== 1) return;
    else if (name === "table-row") this.beginRow(attributes);
    else if (name === "table-cell" || name === "covered-table-cell") this.beginCell(attributes);
    else if (this.cell !== null) this.beginText(name, attributes, this.cell.depth);
  }

  text(text: string): void {
    if (this.inParagraph) this.shown = added(this.shown, text);
  }

  close(name: string): void {
    if (this.tables === 1 && this.isRead) {
      if (name === "table-row") this.endRow();
      else if (name === "table-cell" || name === "covered-table-cell") this.endCell();
      else if (name === "p" && this.depth === (this.cell?.depth ?? 0) + 1) this.inParagraph = false;
    }
    if (name === "table") this.tables -= 1;
    this.depth -= 1;
  }

  private beginTable(attributes: Attributes): void {
    this.tables += 1;
    if (this.tables !== 1) return;
    const name = attributes["table:name"] ?? "";
    this.isRead = !OF_OTHER_FILE.test(name);
    this.line = 0;
    this.merged = new MergedCells([]);
    const isHidden = this.hiddenStyles.has(attributes["table:style-name"] ?? "");
    if (this.isRead) this.items.push({ sheet: { name, isHidden } });
  }

  private beginRow(attributes: Attributes): void {
    this.times = repeats(attributes["table:number-rows-repeated"], LAST_ROW);
    this.column = 0;
    this.cells = new RowCells(this.line + 1);
  }

  private beginCell(attributes: Attributes): void {
    this.cell = { attributes, depth: this.depth };
    this.paragraphs = 0;
    this.shown = "";
  }

  /** Takes the paragraphs of the cell itself, and not those of its comments and pictures. */
  private beginText(name: string, attributes: Attributes, cellDepth: number): void {
    if (name === "p" && this.depth === cellDepth + 1) {
      if (this.paragraphs > 0) this.shown = added(this.shown, "\n");
      this.paragraphs += 1;
      this.inParagraph = true;
    } else if (!this.inParagraph) return;
    else if (name === "s") this.shown = added(this.shown, " ".repeat(repeats(attributes["text:c"], 1_000)));
    else if (name === "tab") this.shown = added(this.shown, "\t");
    else if (name === "line-break") this.shown = added(this.shown, "\n");
  }

  private endCell(): void {
    if (this.cell === null) return;
    const { attributes } = this.cell;
    this.cell = null;
    const column = this.column;
    const times = repeats(attributes["table:number-columns-repeated"], Number.MAX_SAFE_INTEGER);
    this.column += times;
    const cell = odsCell(attributes, this.shown);
    if (cell.text === "") return;
    // The first one beyond those of a table refuses the row.
    for (let at = column; at < column + times; at++) this.cells.set(at, cell);
    const rows = repeats(attributes["table:number-rows-spanned"], LAST_ROW);
    if (rows > 1) this.merged.begin({ column, bottom: this.line + rows }, cell);
  }

  private endRow(): void {
    const line = this.line + 1;
    this.line += this.times;
    const { cells } = this.cells;
    this.merged.fill(line, cells);
    if (cells.size > 0) this.items.push({ row: { line, times: this.times, cells } });
  }
}

/** Returns how often something is repeated: once where the file does not say, and no more often than `most`. */
function repeats(text: string | undefined, most: number): number {
  const times = Number(text ?? 1);
  return Number.isInteger(times) && times >= 1 ? Math.min(times, most) : 1;
}
