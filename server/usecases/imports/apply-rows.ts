import type { Tx } from "@/server/db/database/transaction";
import { boundCells } from "@/server/domain/imports/csv/binding";
import type { CsvRow } from "@/server/domain/imports/csv/cells";
import type { RowReader } from "@/server/domain/imports/csv/file-form";
import { plainCells } from "@/server/domain/imports/csv/plain-cells";
import type { RowNote } from "@/server/domain/imports/csv/row-notes";
import type { ValidationIssue } from "@/server/domain/items/item-patch";
import { batches } from "./batches";
import { dataRows, numberColumns } from "./data-rows";
import { FileFaults, shown } from "./file-faults";
import { FileNotices } from "./file-notices";
import type { ImportOptions, ImportPlan, ImportReport, RowResult } from "./import-plan";
import type { Survey } from "./survey";
import type { Table } from "./table";

/** Computing and building the statements of a batch keeps the process from everything else. */
const BATCH = 250;

/** An import of one file, with what is known beside its rows. */
export interface ImportWork<T> {
  readonly plan: Pick<ImportPlan<T, ImportReport<T>>, "apply">;
  readonly options: ImportOptions;
  readonly currency: string;
  readonly ownCurrency: string;
  readonly timeZone: string;
  readonly nowMs: number;
}

/**
 * Reads the rows of a file and applies them in the given transaction, batch by batch.
 * @throws DomainError validation_error with the faults, unless the good rows are asked for or it is a dry run
 */
export async function applyRows<T>(
  tx: Tx,
  table: Table,
  survey: Survey<T>,
  work: ImportWork<T>,
): Promise<ImportReport<T>> {
  const { plan, options, ownCurrency } = work;
  const { form } = survey;
  const reader = form.reader(work.currency);
  const outcome = new Outcome(survey, options);
  let read = 0;
  for await (const batch of batches(rowsOf(table, survey, reader, work), BATCH)) {
    const good = batch.flatMap(({ line, parsed }) => (parsed?.ok ? [{ line, value: parsed.value }] : []));
    const results = (await plan.apply(tx, good, { ownCurrency, form })).values();
    for (const row of batch) {
      const result = row.parsed?.ok ? results.next().value : resultOf(row.parsed);
      // Nothing is stored rather than a row left out that no count and no fault names.
      if (result === undefined) throw new Error(`row ${row.line} was given no result`);
      if (result !== null) outcome.add(row, result);
    }
    read += batch.length;
    options.onProgress?.(read, survey.rows);
  }
  if (outcome.faults.count > 0 && !options.dryRun && options.rows !== "good") throw outcome.faults.error();
  return outcome.report(reader.end?.() ?? []);
}

/** Returns the result of a row that is not applied; null for one that is no record. */
function resultOf(parsed: Exclude<FileRow<unknown>["parsed"], { ok: true }>): RowResult | null {
  if (parsed === null) return null;
  if (parsed.ok === null) return { outcome: "skipped", note: parsed };
  return { outcome: "refused", issues: parsed.issues };
}

/** What came of the rows of a file. */
class Outcome<T> {
  readonly faults: FileFaults;
  private readonly notices = new FileNotices();
  private readonly counts = { rows: 0, created: 0, updated: 0, unchanged: 0 };
  private skipped = 0;

  constructor(
    private readonly survey: Survey<T>,
    options: ImportOptions,
  ) {
    this.faults = new FileFaults(survey.form, survey.binding, options);
  }

  add({ line, cells, notes }: FileRow<T>, result: RowResult): void {
    if (result.outcome === "refused") {
      this.faults.add(line, result.issues, cells);
      return;
    }
    if (result.outcome === "skipped") {
      this.skipped++;
      this.notices.add(line, result.note);
      return;
    }
    this.counts.rows++;
    this.counts[result.outcome]++;
    for (const note of notes) this.notices.add(line, note);
  }

  /** @param atEnd what the reader says of the file as a whole */
  report(atEnd: readonly string[]): ImportReport<T> {
    return {
      ...this.counts,
      refused: this.faults.rows,
      skipped: this.skipped,
      survey: this.survey,
      faults: this.faults.listed,
      faultCount: this.faults.count,
      faultGroups: this.faults.groups,
      notices: [...this.survey.notices, ...atEnd, ...this.notices.texts],
    };
  }
}

interface FileRow<T> {
  readonly line: number;
  /** The row's cells as they stand in the file. */
  readonly cells: CsvRow;
  /** Null for a row that is no record. */
  readonly parsed: ReturnType<RowReader<T>["read"]>;
  /** What is said of cells that are read otherwise than they stand there. */
  readonly notes: readonly RowNote[];
}

async function* rowsOf<T>(
  table: Table,
  survey: Survey<T>,
  reader: RowReader<T>,
  { currency, timeZone, nowMs }: ImportWork<T>,
): AsyncGenerator<FileRow<T>> {
  const { header, form, binding, mark, openColumns, dayOrder, values } = survey;
  const rules = { mark: mark ?? "point", currency, openColumns, values, timeZone, dayOrder, nowMs } as const;
  for await (const { line, row, numbers, ragged } of dataRows(table, header)) {
    const inFile = boundCells(row, binding);
    const cells = shown(inFile);
    if (ragged) {
      reader.refused?.(null);
      yield { line, cells, parsed: { ok: false, issues: [ragged] }, notes: [] };
      continue;
    }
    const plain = plainCells(inFile, form, rules, numberColumns(binding, numbers));
    const parsed = withIssues(reader.read(plain.cells), plain.issues);
    if (parsed?.ok === false) reader.refused?.(plain.cells);
    const notes = parsed?.ok ? [...plain.notes, ...(parsed.notes ?? [])] : [];
    yield { line, cells, parsed, notes };
  }
}

/** Adds issues to a row that is a record. */
function withIssues<T>(
  parsed: FileRow<T>["parsed"],
  issues: readonly ValidationIssue[],
): FileRow<T>["parsed"] {
  if (issues.length === 0 || parsed === null || parsed.ok === null) return parsed;
  return { ok: false, issues: parsed.ok ? issues : [...issues, ...parsed.issues] };
}
