import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { z } from "zod";
import type { ValidationIssue } from "@/server/domain/items/item-patch";
import type { BulkOutcome, CheckedRow } from "@/server/usecases/checked-row";

/** Maximum size of a bulk body in bytes, four times the limit of other JSON bodies. */
export const MAX_BULK_BYTES = 4 * 1024 * 1024;
const MAX_BULK_ROWS = 1_000;

/** Why a row is refused, or a part of it. */
export const Issue = z.object({ path: z.string(), code: z.string(), message: z.string() });

/** The response of every bulk endpoint: counts, and an outcome for each row in the order of the request. */
export const BulkResponse = z
  .object({
    ok: z.literal(true),
    created: z.number().int(),
    updated: z.number().int(),
    unchanged: z.number().int(),
    refused: z.number().int(),
    notices: z.array(z.string()).meta({
      description:
        "What is worth knowing of rows that were taken, such as items in another currency than the workspace's.",
    }),
    rows: z.array(
      z.object({
        index: z.number().int(),
        sku: z.string().nullable(),
        outcome: z.enum(["created", "updated", "unchanged", "refused"]),
        issues: z.array(Issue).optional(),
      }),
    ),
  })
  .meta({ id: "BulkOutcome" });

export const presentBulk = (outcome: BulkOutcome): z.input<typeof BulkResponse> => ({
  ok: true,
  ...outcome,
  notices: [...(outcome.notices ?? [])],
  rows: outcome.rows.map(({ issues, ...row }) => ({ ...row, ...(issues ? { issues: [...issues] } : {}) })),
});

/**
 * Schema of the rows of a bulk body. Rows are validated later, one by one, so that an invalid row does not reject the
 * others; the OpenAPI document shows the full schema of a row.
 */
export const bulkRows = (row: z.ZodType) =>
  z
    .array(
      z.unknown().meta({
        override: ({ jsonSchema }) => {
          const { $schema: _dialect, ...rowSchema } = z.toJSONSchema(row, { io: "input" });
          for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
          Object.assign(jsonSchema, rowSchema);
        },
      }),
    )
    .min(1)
    .max(MAX_BULK_ROWS);

/** Rows validated before the loop yields to other requests: a row can hold thousands of characters to validate. */
const ROWS_AT_A_TIME = 25;

/**
 * Validates the rows of a bulk body one by one; issues are reported by row.
 * @param valueOf converts a row whose fields are valid, or returns its cross-field issues
 */
export async function checkRows<T extends { readonly sku: string }, V>(
  schema: z.ZodType<T>,
  rows: readonly unknown[],
  valueOf: (row: T) => V | RowIssues,
): Promise<CheckedRow<V>[]> {
  const checked: CheckedRow<V>[] = [];
  for (const row of rows) {
    if (checked.length % ROWS_AT_A_TIME === ROWS_AT_A_TIME - 1) await yieldToEventLoop();
    checked.push(checkRow(schema, row, valueOf));
  }
  return checked;
}

function checkRow<T extends { readonly sku: string }, V>(
  schema: z.ZodType<T>,
  row: unknown,
  valueOf: (row: T) => V | RowIssues,
): CheckedRow<V> {
  const parsed = schema.safeParse(row);
  if (!parsed.success) return { sku: skuOf(row), issues: issuesOf(parsed.error) };
  const { sku } = parsed.data;
  const value = valueOf(parsed.data);
  return value instanceof RowIssues ? { sku, issues: value.issues } : { sku, value };
}

/** Cross-field issues: each field of the row is valid by itself. */
export class RowIssues {
  constructor(readonly issues: readonly ValidationIssue[]) {}
}

function skuOf(row: unknown): string | null {
  const sku = row !== null && typeof row === "object" && "sku" in row ? row.sku : null;
  return typeof sku === "string" ? sku.slice(0, 200) : null;
}

/** Maximum number of issues reported for one row; a row has about twenty fields. */
const MAX_ISSUES = 20;

const issuesOf = (error: z.ZodError): ValidationIssue[] =>
  error.issues
    .slice(0, MAX_ISSUES)
    .map(({ path, code, message }) => ({ path: path.map(String).join("."), code, message }));

/** Example response for one new row, for the OpenAPI document. */
export const exampleBulk = {
  ok: true,
  created: 1,
  updated: 0,
  unchanged: 0,
  refused: 0,
  notices: [],
  rows: [{ index: 0, sku: "MUG-350", outcome: "created" }],
} as const;
