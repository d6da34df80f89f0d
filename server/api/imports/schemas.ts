import { z } from "zod";
import type { ColumnMap, FieldValues } from "@/server/domain/imports/csv/binding";
import { CATALOG_FORMATS } from "@/server/domain/imports/csv/catalog-forms";
import { DECIMAL_MARKS } from "@/server/domain/imports/csv/decimal-mark";
import { DELIMITERS } from "@/server/domain/imports/csv/delimiter";
import { ENCODINGS } from "@/server/domain/imports/csv/encodings";
import { type ImportField, SPELLINGS } from "@/server/domain/imports/csv/spellings";
import { MAX_HEADER_ROW } from "@/server/usecases/imports/header";
import type { CatalogReport } from "@/server/usecases/imports/import-items";
import type { ImportReport } from "@/server/usecases/imports/import-plan";
import { problemText } from "@/server/usecases/imports/run-import";
import { FILE_KINDS } from "@/server/usecases/imports/table";

const isField = (name: string): boolean => Object.hasOwn(SPELLINGS, name);

/** How a file is to be read; whatever is absent is found out, and asked about where it is not certain. */
export const ImportSettings = z.strictObject({
  dry_run: z.boolean().default(false),
  rows: z.enum(["all", "good"]).default("all"),
  /** `existing` leaves rows out whose sku no item has. */
  items: z.enum(["all", "existing"]).default("all"),
  map: z
    .record(z.string().refine(isField, "There is no such field."), z.string().max(1_000))
    .transform((map) => map as ColumnMap)
    .optional(),
  /** Values for rows without one of their own, by field; `now` is the time of the import. */
  set: z
    .record(z.string().refine(isField, "There is no such field."), z.string().max(200))
    .transform((set) => set as FieldValues)
    .optional(),
  decimal: z.enum(DECIMAL_MARKS).optional(),
  encoding: z.enum(ENCODINGS).optional(),
  delimiter: z.enum(DELIMITERS).optional(),
  /** The name of a spreadsheet's sheet. */
  sheet: z.string().min(1).max(200).optional(),
  /** The number of the row that names the columns. */
  header_row: z.number().int().min(1).max(MAX_HEADER_ROW).optional(),
  format: z.enum(CATALOG_FORMATS).default("auto"),
});

const Fault = z.object({
  row: z.number().int(),
  column: z.string().nullable(),
  value: z.string().nullable(),
  message: z.string(),
});

/** How the file was read. */
const Reading = z.object({
  form: z.string(),
  title: z.string(),
  file: z.enum(FILE_KINDS),
  /** Encoding and delimiter are null for a spreadsheet, its sheet is for a CSV file. */
  encoding: z.enum(ENCODINGS).nullable(),
  /** Whether the encoding is the likeliest of several: a person looks at the letters. */
  encoding_is_guess: z.boolean(),
  delimiter: z.enum(DELIMITERS).nullable(),
  sheet: z.string().nullable(),
  sheets: z.array(z.string()),
  /** Null for a feed, whose columns are named by no row. */
  header_row: z.number().int().nullable(),
  decimal: z.enum(DECIMAL_MARKS).nullable(),
  rows: z.number().int(),
  /** The file's columns with what stands in the first rows. */
  columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()) })),
  /** The fields that can be read, each with its column. */
  fields: z.array(
    z.object({
      field: z.string(),
      column: z.string().nullable(),
      needed: z.boolean(),
      /** Whether a value can be given for rows without one. */
      settable: z.boolean(),
    }),
  ),
  problems: z.array(z.object({ code: z.string(), path: z.string(), message: z.string() })),
  /** The problems in sentences; null without any. */
  problem: z.string().nullable(),
});

const Counts = {
  ok: z.literal(true),
  rows: z.number().int(),
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  refused: z.number().int(),
  /** Rows that are left out without a fault; the notices say why. */
  skipped: z.number().int(),
};

export const Imported = z.object({
  ...Counts,
  reading: Reading,
  faults: z.array(Fault),
  fault_count: z.number().int(),
  /** All faults, counted by kind; `rows` are the first ones. */
  fault_groups: z.array(
    z.object({
      code: z.string(),
      column: z.string().nullable(),
      message: z.string(),
      count: z.number().int(),
      rows: z.array(z.number().int()),
    }),
  ),
  notices: z.array(z.string()),
});

const Amounts = z.object({
  before: z.string().nullable(),
  after: z.string().nullable(),
  currency: z.string(),
});

export const ItemsImported = Imported.extend({
  effect: z.object({
    changed: z.record(z.string(), z.number().int()),
    first: z.array(Amounts.extend({ sku: z.string(), title: z.string(), field: z.string() })),
  }),
});

/** Columns that a report lists with samples; wider files are mapped by name on the command line. */
const MAX_COLUMNS = 300;

export function presentReport(report: ImportReport): z.input<typeof Imported> {
  const { rows, created, updated, unchanged, refused, skipped, survey, faults, faultCount } = report;
  const { form, binding, mark, columns, samples, problems } = survey;
  return {
    ok: true,
    rows,
    created,
    updated,
    unchanged,
    refused,
    skipped,
    reading: {
      form: form.id,
      title: form.title,
      file: survey.file,
      encoding: survey.encoding,
      encoding_is_guess: survey.isGuess,
      delimiter: survey.delimiter,
      sheet: survey.sheet,
      sheets: [...survey.sheets],
      header_row: survey.file === "xml" ? null : survey.header.line,
      decimal: mark,
      rows: survey.rows,
      columns: columns
        .slice(0, MAX_COLUMNS)
        .map((name) => ({ name, samples: samples.map((row) => row[name] ?? "") })),
      fields: Object.entries(form.fields).map(([field, column]) => ({
        field,
        column: binding.get(column) ?? null,
        needed: form.needed.includes(column),
        settable: form.settable?.includes(field as ImportField) === true,
      })),
      problems: problems.map(({ code, path, message }) => ({ code, path, message })),
      problem: problems.length > 0 ? problemText(survey) : null,
    },
    faults: faults.map(({ line, column, value, message }) => ({ row: line, column, value, message })),
    fault_count: faultCount,
    fault_groups: report.faultGroups.map(({ lines, ...group }) => ({ ...group, rows: [...lines] })),
    notices: [...report.notices],
  };
}

export const presentItemsReport = (report: CatalogReport): z.input<typeof ItemsImported> => ({
  ...presentReport(report),
  effect: { changed: { ...report.effect.changed }, first: [...report.effect.first] },
});
