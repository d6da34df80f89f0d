import { z } from "zod/mini";
import { DELIMITERS } from "@/server/domain/imports/csv/delimiter";
import { ENCODINGS } from "@/server/domain/imports/csv/encodings";

const Counts = z.object({
  ok: z.literal(true),
  rows: z.number(),
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  refused: z._default(z.number(), 0),
  skipped: z._default(z.number(), 0),
  notices: z._default(z.array(z.string()), []),
});
export type ImportCounts = z.infer<typeof Counts>;

const Fault = z.object({
  row: z.number(),
  column: z.nullable(z.string()),
  value: z.nullable(z.string()),
  message: z.string(),
});
/** One fault of a file, with what stands there; the row as spreadsheets count, a null column for the row as a whole. */
export type RowFault = z.infer<typeof Fault>;

const FaultGroup = z.object({
  code: z.string(),
  column: z.nullable(z.string()),
  message: z.string(),
  count: z.number(),
  rows: z.array(z.number()),
});
/** All faults of a kind: how many, and the first rows that have one. */
export type FaultGroup = z.infer<typeof FaultGroup>;

const Change = z.object({
  sku: z.string(),
  title: z.string(),
  field: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  currency: z.string(),
});
export type AmountChange = z.infer<typeof Change>;

const Reading = z.object({
  form: z.string(),
  title: z.string(),
  file: z.enum(["csv", "xlsx", "ods", "xml"]),
  encoding: z.nullable(z.enum(ENCODINGS)),
  encoding_is_guess: z.boolean(),
  delimiter: z.nullable(z.enum(DELIMITERS)),
  sheet: z.nullable(z.string()),
  sheets: z.array(z.string()),
  header_row: z.nullable(z.number()),
  decimal: z.nullable(z.enum(["point", "comma"])),
  rows: z.number(),
  columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()) })),
  fields: z.array(
    z.object({
      field: z.string(),
      column: z.nullable(z.string()),
      needed: z.boolean(),
      settable: z._default(z.boolean(), false),
    }),
  ),
  problems: z.array(z.object({ code: z.string(), path: z.string(), message: z.string() })),
  problem: z.nullable(z.string()),
});
/** How the service read a file. */
export type FileReading = z.infer<typeof Reading>;

const Check = z.extend(Counts, {
  reading: Reading,
  faults: z.array(Fault),
  fault_count: z.number(),
  fault_groups: z._default(z.array(FaultGroup), []),
  effect: z._default(z.object({ changed: z.record(z.string(), z.number()), first: z.array(Change) }), {
    changed: {},
    first: [],
  }),
});
/** What an import of a file would do. */
export type FileCheck = z.infer<typeof Check>;

const Refused = z.object({
  message: z.string(),
  request_id: z.string(),
  issues: z._default(z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })), []),
});

/**
 * One error in the file; `row` as spreadsheets count (null: the whole file), `column` null if the row as a whole is
 * wrong.
 */
export type FileFault = { row: number | null; column: string | null; message: string };

type Refusal = { state: "refused"; message: string; requestId: string | undefined; faults: FileFault[] };

export type ImportResponse =
  | { state: "imported"; counts: ImportCounts }
  | Refusal
  /** The file did not arrive completely; the service refuses it from now on, however late it arrives. */
  | { state: "not_taken" }
  /** The file was imported, but the answer with the counts was lost. */
  | { state: "taken" }
  /** No answer arrived, or an unreadable one: the file may have been imported. */
  | { state: "unknown" };

export type CheckResponse = { state: "checked"; check: FileCheck } | Refusal | { state: "unknown" };

const SERVER_FAULT = 500;

/** Parses the path of an issue: "row 7.price" is column price of row 7. */
export function faultOf({ path, message }: { path: string; message: string }): FileFault {
  const [, row, column] = /^row (\d+)(?:\.(.+))?$/.exec(path) ?? [];
  if (row === undefined) return { row: null, column: path === "file" || path === "" ? null : path, message };
  return { row: Number(row), column: column ?? null, message };
}

/**
 * Parses the service's answer to an import. A fault of the service leaves open what became of the file.
 * @param status the HTTP status; 0 if no answer arrived
 */
export function parseResponse(text: string, status: number): ImportResponse {
  const imported = Counts.safeParse(jsonOf(text));
  if (imported.success) return { state: "imported", counts: imported.data };
  return status >= SERVER_FAULT ? { state: "unknown" } : refusalOf(text);
}

/**
 * Parses the service's answer to the check of a file. A check changes nothing, so a fault of the service is its answer.
 */
export function parseCheck(text: string): CheckResponse {
  const checked = Check.safeParse(jsonOf(text));
  return checked.success ? { state: "checked", check: checked.data } : refusalOf(text);
}

function refusalOf(text: string): Refusal | { state: "unknown" } {
  const refused = Refused.safeParse(jsonOf(text));
  if (!refused.success) return { state: "unknown" };
  const { message, request_id: requestId, issues } = refused.data;
  return { state: "refused", message, requestId, faults: issues.map(faultOf) };
}

const Line = z.union([
  z.object({ progress: z.object({ rows: z.number(), of: z.number() }) }),
  z.object({ status: z.number(), body: z.unknown() }),
]);

/** Parses the last complete line of an answer that is still arriving; null before there is one. */
export function lastLine(text: string): z.infer<typeof Line> | null {
  const end = text.lastIndexOf("\n");
  if (end < 0) return null;
  const line = Line.safeParse(jsonOf(text.slice(text.lastIndexOf("\n", end - 1) + 1, end)));
  return line.success ? line.data : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
