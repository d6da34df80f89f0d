import { resolve } from "node:path";
import { DECIMAL_MARKS } from "@/server/domain/imports/csv/decimal-mark";
import type { Delimiter } from "@/server/domain/imports/csv/delimiter";
import { ENCODINGS } from "@/server/domain/imports/csv/encodings";
import { MAX_HEADER_ROW } from "@/server/usecases/imports/header";
import type { ImportOptions, ImportReport } from "@/server/usecases/imports/import-plan";
import { problemText } from "@/server/usecases/imports/run-import";
import { flag, optional, repeated, UsageError } from "./command";
import { openFaultFile } from "./fault-file";

/** The options that every command for a file has. */
export const IMPORT_OPTIONS = {
  map: repeated("FIELD=COLUMN"),
  set: repeated("FIELD=VALUE"),
  items: optional("all|existing"),
  "dry-run": flag,
  "good-rows": flag,
  decimal: optional(DECIMAL_MARKS.join("|")),
  encoding: optional(ENCODINGS.join("|")),
  delimiter: optional("comma|semicolon|tab|bar"),
  sheet: optional("NAME"),
  "header-row": optional("NUMBER"),
  faults: optional("FILE"),
} as const;

interface Given {
  readonly map: readonly string[];
  readonly set: readonly string[];
  readonly items: string | undefined;
  readonly "dry-run": boolean;
  readonly "good-rows": boolean;
  readonly decimal: string | undefined;
  readonly encoding: string | undefined;
  readonly delimiter: string | undefined;
  readonly sheet: string | undefined;
  readonly "header-row": string | undefined;
  readonly faults: string | undefined;
}

const DELIMITER_BY_NAME: Readonly<Record<string, Delimiter>> = {
  comma: ",",
  semicolon: ";",
  tab: "\t",
  bar: "|",
};
const LISTED = 100;

/** Reads the options of an import. @throws UsageError */
function readImportOptions(given: Given): ImportOptions {
  const decimal = oneOf("decimal", given.decimal, DECIMAL_MARKS);
  const encoding = oneOf("encoding", given.encoding, ENCODINGS);
  const named = oneOf("delimiter", given.delimiter, Object.keys(DELIMITER_BY_NAME));
  const delimiter = named === undefined ? undefined : DELIMITER_BY_NAME[named];
  const headerRow = rowNumber(given["header-row"]);
  return {
    dryRun: given["dry-run"],
    rows: given["good-rows"] ? "good" : "all",
    items: oneOf("items", given.items, ["all", "existing"]) ?? "all",
    map: Object.fromEntries(given.map.map((text) => pairOf(text, MAP_USAGE))),
    set: Object.fromEntries(given.set.map((text) => pairOf(text, SET_USAGE))),
    ...(decimal ? { decimal } : {}),
    ...(encoding ? { encoding } : {}),
    ...(delimiter ? { delimiter } : {}),
    ...(given.sheet ? { sheet: given.sheet } : {}),
    ...(headerRow ? { headerRow } : {}),
  };
}

function rowNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= MAX_HEADER_ROW) return number;
  throw new UsageError(`--header-row is the number of a row, from 1 to ${MAX_HEADER_ROW}.`);
}

function oneOf<T extends string>(
  name: string,
  value: string | undefined,
  known: readonly T[],
): T | undefined {
  if (value === undefined) return undefined;
  const found = known.find((each) => each === value);
  if (found === undefined) throw new UsageError(`--${name} is one of ${known.join(", ")}.`);
  return found;
}

const MAP_USAGE = "--map takes a field and a column, such as 'cost=EK netto'";
const SET_USAGE = "--set takes a field and a value for all rows, such as 'seller=Rival' or observed_at=now";

function pairOf(text: string, usage: string): [string, string] {
  const cut = text.indexOf("=");
  if (cut <= 0) throw new UsageError(`${usage}, not "${text}".`);
  return [text.slice(0, cut).trim(), text.slice(cut + 1).trim()];
}

/**
 * Imports with the given options; `--faults` names the file that receives every fault as CSV.
 * @param place.folder where relative file names start from
 * @param place.input absolute path of the file that is imported
 * @returns the last line of standard output: the counts, how the file was read, and the first faults
 */
export async function importWith<R extends ImportReport>(
  given: Given,
  place: { readonly folder: string; readonly input: string },
  work: (options: ImportOptions) => Promise<R>,
): Promise<{ readonly report: R; readonly line: object }> {
  const options = readImportOptions(given);
  if (given.faults === undefined) {
    const report = await work(options);
    return { report, line: lineOf(report, options) };
  }
  const faults = openFaultFile(resolve(place.folder, given.faults), place.input);
  let report: R;
  try {
    report = await work({ ...options, onFault: faults.add });
  } catch (error) {
    faults.close();
    throw error;
  }
  const incomplete = faults.close();
  const line = { ...lineOf(report, options), ...(incomplete ? { faults_incomplete: incomplete } : {}) };
  return { report, line };
}

function lineOf(report: ImportReport, { dryRun = false }: ImportOptions): object {
  const { rows, created, updated, unchanged, refused, skipped, survey, faults, faultCount } = report;
  const columns = Object.entries(survey.form.fields).flatMap(([field, column]) => {
    const name = survey.binding.get(column);
    return name === undefined ? [] : [[field, name]];
  });
  const groups = report.faultGroups.map(({ lines, ...group }) => ({ ...group, rows: lines }));
  const listed = faults.slice(0, LISTED).map(({ line, ...fault }) => ({ row: line, ...fault }));
  return {
    rows,
    created,
    updated,
    unchanged,
    ...(dryRun ? { dry_run: true } : {}),
    ...(survey.problems.length > 0 ? { problem: problemText(survey) } : {}),
    read_as: {
      form: survey.form.id,
      file: survey.file,
      encoding: survey.encoding,
      delimiter: survey.delimiter,
      sheet: survey.sheet,
      sheets: survey.sheets,
      header_row: survey.file === "xml" ? null : survey.header.line,
      decimal: survey.mark,
      columns: Object.fromEntries(columns),
    },
    ...(skipped > 0 ? { skipped } : {}),
    notices: report.notices,
    ...(faultCount > 0 ? { refused, fault_count: faultCount, fault_groups: groups, faults: listed } : {}),
  };
}
