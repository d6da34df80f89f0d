import { DomainError, type FieldIssue } from "@/server/domain/errors";
import type { Binding } from "@/server/domain/imports/csv/binding";
import type { CsvRow } from "@/server/domain/imports/csv/cells";
import type { FileForm } from "@/server/domain/imports/csv/file-form";
import type { ImportField } from "@/server/domain/imports/csv/spellings";
import type { ValidationIssue } from "@/server/domain/items/item-patch";

/** One fault in a file: the line, the file's own column (null: the whole row) and what stands there. */
export interface FileFault {
  readonly line: number;
  readonly column: string | null;
  readonly value: string | null;
  readonly code: string;
  readonly message: string;
}

/** The faults of one kind: of one column, with one code. */
export interface FaultGroup extends Pick<FileFault, "column" | "code"> {
  /** What is wrong with the first of them. */
  readonly message: string;
  readonly count: number;
  /** The lines of the first ones. */
  readonly lines: readonly number[];
}

/** Lines that a kind of fault lists. */
const MAX_LINES = 5;
/** Faults that an error lists. */
const MAX_REPORTED = 100;
/** Faults that the report of a dry run lists, so that its memory is bounded; `onFault` is called for all. */
const MAX_LISTED_DRY = 20_000;
const SHOWN_LENGTH = 200;

/** Collects the faults of a file in its order, and counts them and the rows that have any. */
export class FileFaults {
  readonly listed: FileFault[] = [];
  count = 0;
  rows = 0;
  private readonly byKind = new Map<string, FaultGroup>();

  constructor(
    private readonly form: Pick<FileForm<unknown>, "fields">,
    private readonly binding: Binding,
    private readonly options: {
      readonly dryRun?: boolean;
      readonly onFault?: (fault: FileFault) => void;
    },
  ) {}

  /** Adds the issues of one row. @param cells the row's cells by the form's columns, as they stand in the file */
  add(line: number, issues: readonly ValidationIssue[], cells: CsvRow): void {
    if (issues.length > 0) this.rows++;
    for (const { path, code, message } of issues) {
      const column = this.form.fields[path as ImportField] ?? path;
      const fault: FileFault = {
        line,
        column: path === "" ? null : (this.binding.get(column) ?? path),
        value: cells[column] ?? null,
        code,
        message,
      };
      this.count++;
      this.addToKind(fault);
      this.options.onFault?.(fault);
      if (this.listed.length < (this.options.dryRun ? MAX_LISTED_DRY : MAX_REPORTED)) this.listed.push(fault);
    }
  }

  /** The kinds of faults, those with most rows first. */
  get groups(): FaultGroup[] {
    return [...this.byKind.values()].toSorted((a, b) => b.count - a.count);
  }

  private addToKind({ code, column, message, line }: FileFault): void {
    const kind = `${code} ${column ?? ""}`;
    const before = this.byKind.get(kind) ?? { code, column, message, count: 0, lines: [] };
    const lines = before.lines.length < MAX_LINES ? [...before.lines, line] : before.lines;
    this.byKind.set(kind, { ...before, count: before.count + 1, lines });
  }

  /** Returns the validation_error that rejects the whole file. */
  error(): DomainError {
    const issues: FieldIssue[] = this.listed
      .slice(0, MAX_REPORTED)
      .map(({ line, column, code, message }) => ({
        path: column === null ? `row ${line}` : `row ${line}.${column}`,
        code,
        message,
      }));
    const more = this.count > issues.length ? ` The first ${issues.length} are listed.` : "";
    return new DomainError(
      "validation_error",
      `Nothing was imported: ${this.count} ${this.count === 1 ? "fault" : "faults"} in the file.${more}`,
      { issues },
    );
  }
}

/** Returns the cells short enough to be kept with a fault. */
export const shown = (cells: CsvRow): CsvRow =>
  Object.fromEntries(Object.entries(cells).map(([column, cell]) => [column, cell.slice(0, SHOWN_LENGTH)]));
