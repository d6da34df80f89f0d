import type { Tx } from "@/server/db/database/transaction";
import { lockImports } from "@/server/db/imports/import-lock";
import { workspaceCurrency } from "@/server/db/members/memberships";
import type { AuditAction } from "@/server/domain/audit/actions";
import { MINUTE_MS } from "@/server/domain/durations";
import { DomainError } from "@/server/domain/errors";
import { boundCells } from "@/server/domain/imports/csv/binding";
import type { CsvRow } from "@/server/domain/imports/csv/cells";
import { plainAmount } from "@/server/domain/imports/csv/decimal-mark";
import type { FileForm } from "@/server/domain/imports/csv/file-form";
import type { ParsedRow } from "@/server/domain/imports/csv/own-format";
import type { ValidationIssue } from "@/server/domain/items/item-patch";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { readTransaction, writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { batches } from "./batches";
import { csvRows } from "./csv-file";
import { ENCODINGS, type ImportFile } from "./encoding";
import { type FileFault, FileFaults, shown } from "./file-faults";
import { importBusy, importQueue } from "./import-queue";
import { type FileChoices, type Survey, surveyFile } from "./survey";

export interface ImportOptions extends FileChoices {
  /** Computes the effect by importing and rolling back; nothing is stored. */
  readonly dryRun?: boolean;
  /** `all` imports nothing if a row has a fault (the default), `good` leaves such rows out. */
  readonly rows?: "all" | "good";
  /** Currency of amounts for which the file names none; the workspace's by default. */
  readonly currency?: string;
  /** Called after each batch of rows. */
  readonly onProgress?: (rows: number, of: number) => void;
  /** Called for every fault, in the order of the file. */
  readonly onFault?: (fault: FileFault) => void;
}

export interface RowCounts {
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

/** What came of a file, or would come of it. */
export interface ImportReport<T = unknown> extends RowCounts {
  /** Rows with a fault, which are left out. */
  readonly refused: number;
  readonly survey: Survey<T>;
  /** The faults of a dry run, up to a bound, and the first ones of an import; `faultCount` counts all. */
  readonly faults: readonly FileFault[];
  readonly faultCount: number;
}

/** A row of the file that is a record, by its line. */
export interface ReadRow<T> {
  readonly line: number;
  readonly value: T;
}

export type RowResult =
  | { readonly outcome: "created" | "updated" | "unchanged" }
  | { readonly outcome: "refused"; readonly issues: readonly ValidationIssue[] };

/** One kind of import. */
export interface ImportPlan<T, R extends ImportReport<T>> {
  /** @param currency the currency of amounts without one */
  readonly formFor: (columns: readonly string[], currency: string) => FileForm<T>;
  /** Stores a batch of rows and returns the result of each, in the same order. */
  readonly apply: (tx: Tx, rows: readonly ReadRow<T>[], ownCurrency: string) => Promise<readonly RowResult[]>;
  /** Completes the report with what is known of this kind only, before the transaction ends. */
  readonly complete: (report: ImportReport<T>) => R;
  /** Action name in the audit log. */
  readonly action: AuditAction;
}

/** Computing and building the statements of a batch keeps the process from everything else. */
const BATCH = 250;
const IMPORT_TIMEOUT_MS = 30 * MINUTE_MS;

/** Ends the transaction of a dry run, which rolls it back. */
class DryRunEnd extends Error {}

/**
 * Imports a file: completely, or not at all when a row has a fault, unless the good rows are asked for. A dry run is
 * the import itself, rolled back, so that its report is what the import does; a file that cannot be imported as it is
 * read is reported with `survey.problems`.
 * @throws DomainError validation_error with the faults by row, or with what is not known about the file; plan_limit;
 *   unavailable with retry_after while other imports of the workspace run
 */
export function runImport<T, R extends ImportReport<T>>(
  context: RequestContext,
  file: ImportFile,
  plan: ImportPlan<T, R>,
  options: ImportOptions,
): Promise<R> {
  const { services, tenant } = context;
  return importQueue(services.db).run(tenant.workspaceId, () => importInTurn(context, file, plan, options));
}

async function importInTurn<T, R extends ImportReport<T>>(
  context: RequestContext,
  file: ImportFile,
  plan: ImportPlan<T, R>,
  options: ImportOptions,
): Promise<R> {
  requireWritableWorkspace(context);
  const ownCurrency = await readTransaction(context, workspaceCurrency);
  const currency = options.currency ?? ownCurrency;
  const survey = await surveyFile(file, (columns) => plan.formFor(columns, currency), options, currency);
  if (survey.problems.length > 0 && options.dryRun) return plan.complete(emptyReport(survey));
  requireReadable(survey, options);
  let report: R | null = null;
  const work = async (tx: Tx): Promise<R> => {
    if (!(await lockImports(tx))) throw importBusy();
    const counted = await importRows(tx, file, survey, { plan, options, currency, ownCurrency });
    report = plan.complete(counted);
    if (options.dryRun) throw new DryRunEnd();
    const { rows, created, updated, unchanged, refused } = report;
    const counts = { rows, created, updated, unchanged, ...(refused > 0 ? { refused } : {}) };
    const subject = context.tenant.workspaceId;
    await recordChange(context, tx, { action: plan.action, subject, after: counts });
    return report;
  };
  try {
    return await writeTransaction(context, work, { timeoutMs: IMPORT_TIMEOUT_MS });
  } catch (error) {
    if (error instanceof DryRunEnd && report !== null) return report;
    throw error;
  }
}

const emptyReport = <T>(survey: Survey<T>): ImportReport<T> => ({
  rows: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  refused: 0,
  survey,
  faults: [],
  faultCount: 0,
});

/** Refuses a file about which something is not known; a letter or an amount is never guessed. */
function requireReadable(survey: Survey<unknown>, options: ImportOptions): void {
  const { problems, encoding } = survey;
  const [first] = problems;
  if (first) throw new DomainError("validation_error", problemText(survey), { issues: problems });
  if (options.dryRun || encoding === "utf-8" || options.encoding !== undefined) return;
  const message = `The file is not UTF-8. It can be read as ${ENCODINGS[1]}: say that it is, or save it as CSV UTF-8.`;
  throw new DomainError("validation_error", message, {
    issues: [{ path: "file", code: "encoding", message }],
  });
}

/** Puts the problems of a file into sentences, with what can be done where columns are missing. */
export function problemText({ problems, form, columns }: Survey<unknown>): string {
  const missing = problems.filter(({ code, path }) => code === "missing_column" && path !== "file");
  const others = problems.filter((problem) => !missing.includes(problem)).map(({ message }) => message);
  if (missing.length === 0) return others.join(" ");
  const names = missing.map(({ path }) => path).join(", ");
  const lacks = `The file lacks the ${missing.length === 1 ? "column" : "columns"} ${names}.`;
  const has = `It has ${columns.slice(0, 30).join(", ")}: map one of them to each.`;
  return [lacks, has, ...others, ...(form.hint === undefined ? [] : [form.hint])].join(" ");
}

interface Work<T> {
  readonly plan: Pick<ImportPlan<T, ImportReport<T>>, "apply">;
  readonly options: ImportOptions;
  readonly currency: string;
  readonly ownCurrency: string;
}

async function importRows<T>(
  tx: Tx,
  file: ImportFile,
  survey: Survey<T>,
  { plan, options, currency, ownCurrency }: Work<T>,
): Promise<ImportReport<T>> {
  const faults = new FileFaults(survey.form, survey.binding, options);
  const counts = { rows: 0, created: 0, updated: 0, unchanged: 0 };
  let read = 0;
  for await (const batch of batches(rowsOf(file, survey, currency), BATCH)) {
    const good = batch.flatMap(({ line, parsed }) => (parsed?.ok ? [{ line, value: parsed.value }] : []));
    const results = (await plan.apply(tx, good, ownCurrency)).values();
    for (const { line, parsed, cells } of batch) {
      if (parsed === null) continue;
      const result: RowResult | undefined = parsed.ok ? results.next().value : refused(parsed.issues);
      if (!result) throw new Error(`row ${line} was given no result`);
      if (result.outcome === "refused") faults.add(line, result.issues, cells);
      else {
        counts.rows++;
        counts[result.outcome]++;
      }
    }
    read += batch.length;
    options.onProgress?.(read, survey.rows);
  }
  if (faults.count > 0 && !options.dryRun && options.rows !== "good") throw faults.error();
  return { ...counts, refused: faults.rows, survey, faults: faults.listed, faultCount: faults.count };
}

const refused = (issues: readonly ValidationIssue[]): RowResult => ({ outcome: "refused", issues });

interface FileRow<T> {
  readonly line: number;
  /** The row's cells as they stand in the file. */
  readonly cells: CsvRow;
  /** Null for a row that is no record. */
  readonly parsed: ParsedRow<T> | null;
}

async function* rowsOf<T>(
  file: ImportFile,
  { encoding, delimiter, form, binding, mark }: Survey<T>,
  currency: string,
): AsyncGenerator<FileRow<T>> {
  const reader = form.reader(currency);
  const currencyColumn = form.fields.currency;
  for await (const { line, row, ragged } of csvRows(file, { encoding, delimiter }, () => undefined)) {
    const inFile = boundCells(row, binding);
    const cells = shown(inFile);
    if (ragged) {
      reader.refused?.(null);
      yield { line, cells, parsed: { ok: false, issues: [ragged] } };
      continue;
    }
    const rowCurrency = (currencyColumn === undefined ? "" : inFile[currencyColumn]) || currency;
    const plain = { ...inFile };
    for (const column of form.amounts) {
      const text = plain[column];
      if (text) plain[column] = plainAmount(text, mark ?? "point", rowCurrency);
    }
    const parsed = reader.read(plain);
    if (parsed?.ok === false) reader.refused?.(plain);
    yield { line, cells, parsed };
  }
}
