import { isoMoment, numberText } from "@/server/domain/imports/spreadsheet/cell-text";
import { GENERAL } from "@/server/domain/imports/spreadsheet/number-format";
import { type Archive, brokenFile } from "./archive";
import { MergedCells, type MergedRange, mergedRanges } from "./merged-cells";
import { columnOf, LAST_ROW, RowCells, type SheetCell, type SheetRow } from "./sheet-row";
import type { WorkbookParts } from "./xlsx-parts";
import { added, RichText, unescaped } from "./xlsx-texts";
import { type XmlReader, xmlItems } from "./xml";

/** Streams the rows of a sheet. @throws DomainError validation_error for a broken one */
export async function* xlsxRows(
  archive: Archive,
  part: string,
  workbook: WorkbookParts,
  merged: readonly MergedRange[],
): AsyncGenerator<SheetRow> {
  yield* xmlItems<SheetRow>(
    archive.read(part, "table"),
    (rows) => new SheetReader(workbook, new MergedCells(merged), rows),
  );
}

/** Reads the ranges of merged cells that span rows; they stand behind all rows. */
export const xlsxMergedRanges = (archive: Archive, part: string): Promise<MergedRange[]> =>
  mergedRanges(archive.read(part, "table"));

class SheetReader implements XmlReader {
  private row = 0;
  private column = -1;
  private cells = new RowCells(0);
  private type = "";
  private style = -1;
  private value: string | null = null;
  private formula: string | null = null;
  private inline = "";
  private readonly rich = new RichText();
  private within = "";

  constructor(
    private readonly workbook: WorkbookParts,
    private readonly merged: MergedCells,
    private readonly rows: SheetRow[],
  ) {}

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === "row") this.beginRow(attributes["r"]);
    else if (name === "c") this.beginCell(attributes);
    else if (name === "v" || name === "f") {
      this.within = name;
      if (name === "v") this.value = "";
      else this.formula = "";
    } else this.rich.open(name);
  }

  text(text: string): void {
    if (this.within === "v") this.value = added(this.value ?? "", text);
    else if (this.within === "f") this.formula = added(this.formula ?? "", text);
    else if (this.rich.isText) this.inline = added(this.inline, text);
  }

  close(name: string): void {
    if (name === "c") this.endCell();
    else if (name === "row") this.endRow();
    else if (name === this.within) this.within = "";
    else this.rich.close(name);
  }

  private beginRow(number: string | undefined): void {
    const row = number === undefined ? this.row + 1 : Number(number);
    if (!(Number.isInteger(row) && row > this.row && row <= LAST_ROW))
      throw brokenFile(new Error(`row ${String(number)} stands below row ${this.row}`));
    this.row = row;
    this.column = -1;
    this.cells = new RowCells(row);
  }

  private beginCell({ r: place, t: type, s: style }: Readonly<Record<string, string>>): void {
    this.column = place === undefined ? this.column + 1 : columnOf(place);
    if (this.column < 0) throw brokenFile(new Error(`a cell of row ${this.row} has no place`));
    this.type = type ?? "n";
    this.style = style === undefined ? -1 : Number(style);
    this.value = null;
    this.formula = null;
    this.inline = "";
  }

  private endCell(): void {
    this.cells.set(this.column, this.cell());
  }

  private endRow(): void {
    const { cells } = this.cells;
    this.merged.fill(this.row, cells);
    if (cells.size > 0) this.rows.push({ line: this.row, times: 1, cells });
  }

  private cell(): SheetCell {
    const text = (content: string): SheetCell => ({ text: content.trim(), isNumber: false });
    if (this.type === "inlineStr") return text(unescaped(this.inline));
    // What a formula without its result gives is unknown, which is not empty.
    if (this.value === null || (this.value === "" && this.type === "n"))
      return text(this.formula === null ? "" : `=${this.formula}`);
    if (this.type === "s") return text(this.sharedText(this.value));
    if (this.type === "str") return text(unescaped(this.value));
    if (this.type === "b") return text(this.value === "1" ? "true" : "false");
    if (this.type === "d") return text(isoMoment(this.value));
    return this.type === "n" ? this.number(this.value) : text(this.value);
  }

  private sharedText(number: string): string {
    const text = this.workbook.texts.at(Number(number));
    if (text === undefined) throw brokenFile(new Error(`it has no text ${number}`));
    return text;
  }

  private number(text: string): SheetCell {
    const value = Number(text);
    if (!Number.isFinite(value)) throw brokenFile(new Error(`a cell of row ${this.row} is no number`));
    const format = this.workbook.formats[this.style] ?? GENERAL;
    return { text: numberText(value, format, this.workbook.is1904), isNumber: format.moment === null };
  }
}
