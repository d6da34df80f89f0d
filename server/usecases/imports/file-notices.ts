import { type NoteCode, type NotedRows, noteText, type RowNote } from "@/server/domain/imports/csv/row-notes";

/** Collects what is said of the rows of a file that is no fault, counted by its kind. */
export class FileNotices {
  private readonly byCode = new Map<NoteCode, NotedRows>();

  /** Adds a note. @param line the row's line in the file */
  add(line: number, { code, detail }: RowNote): void {
    const before = this.byCode.get(code);
    this.byCode.set(code, before ? { ...before, count: before.count + 1 } : { count: 1, line, detail });
  }

  /** One sentence a kind, in the order of the file. */
  get texts(): string[] {
    return [...this.byCode].map(([code, rows]) => noteText(code, rows));
  }
}
