import type { Tx } from "@/server/db/database/transaction";
import { lockImports } from "@/server/db/imports/import-lock";
import { workspacePricing } from "@/server/db/policy/shop-pricing";
import { workspaceTimeZone } from "@/server/db/workspaces/settings";
import { MINUTE_MS } from "@/server/domain/durations";
import { DomainError } from "@/server/domain/errors";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { readTransaction, writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { applyRows } from "./apply-rows";
import type { ImportFile } from "./encoding";
import type { ImportOptions, ImportPlan, ImportReport } from "./import-plan";
import { importBusy, importQueue } from "./import-queue";
import { openTable } from "./open-table";
import { type Survey, surveyFile } from "./survey";
import type { Table } from "./table";

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
  const table = await openTable(file, options);
  try {
    return await importTable(context, table, plan, options);
  } finally {
    await table.close();
  }
}

async function importTable<T, R extends ImportReport<T>>(
  context: RequestContext,
  table: Table,
  plan: ImportPlan<T, R>,
  options: ImportOptions,
): Promise<R> {
  const { pricing, timeZone } = await readTransaction(context, async (tx) => ({
    pricing: await workspacePricing(tx),
    timeZone: await workspaceTimeZone(tx),
  }));
  const { currency: ownCurrency, pricesIncludeVat } = pricing;
  const currency = options.currency ?? ownCurrency;
  const survey = await surveyFile(table, (columns) => plan.formFor(columns, currency), options, {
    currency,
    pricesIncludeVat,
  });
  if (survey.problems.length > 0 && options.dryRun) return plan.complete(emptyReport(survey));
  requireReadable(survey, options);
  let report: R | null = null;
  const work = async (tx: Tx): Promise<R> => {
    if (!(await lockImports(tx))) throw importBusy();
    const nowMs = context.services.now();
    const counted = await applyRows(tx, table, survey, {
      plan,
      options,
      currency,
      ownCurrency,
      timeZone,
      nowMs,
    });
    report = plan.complete(counted);
    if (options.dryRun) throw new DryRunEnd();
    const { rows, created, updated, unchanged, refused, skipped } = report;
    const leftOut = { ...(refused > 0 ? { refused } : {}), ...(skipped > 0 ? { skipped } : {}) };
    const counts = { rows, created, updated, unchanged, ...leftOut };
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
  skipped: 0,
  survey,
  faults: [],
  faultCount: 0,
  faultGroups: [],
  notices: [],
});

/** Refuses a file about which something is not known; a letter or an amount is never guessed. */
function requireReadable(survey: Survey<unknown>, options: ImportOptions): void {
  const { problems, encoding, isGuess } = survey;
  const [first] = problems;
  if (first) throw new DomainError("validation_error", problemText(survey), { issues: problems });
  if (options.dryRun || !isGuess) return;
  const message = `The file is not UTF-8. It can be read as ${encoding}: say that it is, or save it as CSV UTF-8.`;
  throw new DomainError("validation_error", message, {
    issues: [{ path: "file", code: "encoding", message }],
  });
}

/** Puts the problems of a file into sentences, with what can be done where columns are missing. */
export function problemText({ problems, form, columns, header }: Survey<unknown>): string {
  const missing = problems.filter(({ code, path }) => code === "missing_column" && path !== "file");
  const others = problems.filter((problem) => !missing.includes(problem)).map(({ message }) => message);
  if (missing.length === 0) return others.join(" ");
  const names = missing.map(({ path }) => path).join(", ");
  const lacks = `The file lacks the ${missing.length === 1 ? "column" : "columns"} ${names}.`;
  const has = `It has ${columns.slice(0, 30).join(", ")} in row ${header.line}: map one of them to each, or say which row names the columns.`;
  const settable = (form.settable ?? []).filter((field) =>
    missing.some(({ path }) => path === form.fields[field]),
  );
  const set = `Or give one value for the whole file: ${settable.join(", ")}.`;
  return [
    lacks,
    has,
    ...(settable.length > 0 ? [set] : []),
    ...others,
    ...(form.hint === undefined ? [] : [form.hint]),
  ].join(" ");
}
