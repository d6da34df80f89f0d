import type { FieldIssue } from "@/server/domain/errors";
import type { Binding } from "@/server/domain/imports/csv/binding";
import type { CsvRow } from "@/server/domain/imports/csv/cells";
import { type DecimalMark, isOpen, markEvidence, otherMark } from "@/server/domain/imports/csv/decimal-mark";
import type { FileForm } from "@/server/domain/imports/csv/file-form";

/** What the amounts of one column say, with the first one that is read in two ways. */
interface ColumnMarks {
  point: number;
  comma: number;
  either: number;
  eitherComma: number;
  example: { readonly line: number; readonly text: string } | null;
}

/** Collects what the amounts of a file say about its decimal mark, column by column. */
export class AmountSurvey {
  private readonly byColumn = new Map<string, ColumnMarks>();

  get columns(): readonly ColumnMarks[] {
    return [...this.byColumn.values()];
  }

  /** The columns whose amounts are read in two ways and do not show which is right. */
  get openColumns(): ReadonlySet<string> {
    return this.columnsThat(isOpen);
  }

  /** The columns whose amounts show that mark alone. */
  columnsOf(mark: DecimalMark): ReadonlySet<string> {
    return this.columnsThat((marks) => marks[mark] > 0 && marks[otherMark(mark)] === 0);
  }

  private columnsThat(show: (marks: ColumnMarks) => boolean): ReadonlySet<string> {
    return new Set([...this.byColumn].flatMap(([column, marks]) => (show(marks) ? [column] : [])));
  }

  /**
   * Adds the amounts of one row.
   * @param cells by the form's columns
   * @param numbers the columns in which the row has a spreadsheet's number, which has a point and says nothing of texts
   */
  add(line: number, cells: CsvRow, form: FileForm<unknown>, numbers: ReadonlySet<string>): void {
    for (const column of form.amounts) {
      if (numbers.has(column)) continue;
      const text = cells[column] ?? "";
      const evidence = markEvidence(text);
      if (evidence === "none") continue;
      const marks = this.byColumn.get(column) ?? {
        point: 0,
        comma: 0,
        either: 0,
        eitherComma: 0,
        example: null,
      };
      this.byColumn.set(column, marks);
      marks[evidence]++;
      if (evidence !== "either") continue;
      if (text.includes(",")) marks.eitherComma++;
      marks.example ??= { line, text };
    }
  }

  /** Asks for the mark, where `decideMark` left it open. @param binding the file's own columns */
  problem(binding: Binding): FieldIssue {
    const sum = (mark: DecimalMark) => this.columns.reduce((total, marks) => total + marks[mark], 0);
    const open = [...this.byColumn].find(([, marks]) => isOpen(marks)) ?? [...this.byColumn][0];
    const name = binding.get(open?.[0] ?? "") ?? "";
    const example = open?.[1].example;
    const mixed = sum("point") > 0 && sum("comma") > 0;
    const why = mixed
      ? `Some amounts have a decimal point (${sum("point")}), others a decimal comma (${sum("comma")}).`
      : `"${example?.text ?? ""}" in row ${example?.line ?? 0} of ${name} may be about one or a thousand.`;
    return { path: "file", code: "decimal_mark", message: `${why} Say which mark the file uses.` };
  }
}
