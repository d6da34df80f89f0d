import { z } from "zod";
import type { BulkOutcome, CheckedRow } from "@/server/usecases/catalog/upsert-items";

/** Bulk bodies may be four times as large as others, in bytes. */
export const BULK_BODY = 4 * 1024 * 1024;
export const BULK_ROWS = 1_000;

const Issue = z.object({ path: z.string(), code: z.string(), message: z.string() });

/** What every bulk endpoint answers: counts, and an outcome for each row in the order they came. */
export const BulkAnswer = z
  .object({
    ok: z.literal(true),
    created: z.number().int(),
    updated: z.number().int(),
    unchanged: z.number().int(),
    refused: z.number().int(),
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

export const presentBulk = (outcome: BulkOutcome): z.input<typeof BulkAnswer> => ({
  ok: true,
  ...outcome,
  rows: outcome.rows.map(({ issues, ...row }) => ({ ...row, ...(issues ? { issues: [...issues] } : {}) })),
});

/**
 * The rows of a bulk body. Each is checked alone, later, so that a bad one refuses nothing but itself; the document
 * shows the full schema of a row.
 */
export const bulkRows = (row: z.ZodType) =>
  z
    .array(
      z.unknown().meta({
        override: ({ jsonSchema }) => {
          const { $schema: _dialect, ...shown } = z.toJSONSchema(row, { io: "input" });
          for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
          Object.assign(jsonSchema, shown);
        },
      }),
    )
    .min(1)
    .max(BULK_ROWS);

/** Checks one row; the issues of a bad one are its own. */
export function checkRow<T>(
  schema: z.ZodType<T>,
  row: unknown,
): { data: T } | Extract<CheckedRow, { issues: unknown }> {
  const parsed = schema.safeParse(row);
  if (parsed.success) return { data: parsed.data };
  const sku = row !== null && typeof row === "object" && "sku" in row ? row.sku : null;
  return {
    sku: typeof sku === "string" ? sku.slice(0, 200) : null,
    issues: parsed.error.issues.map(({ path, code, message }) => ({
      path: path.map(String).join("."),
      code,
      message,
    })),
  };
}

/** The answer to one new row, for the document. */
export const exampleBulk = {
  ok: true,
  created: 1,
  updated: 0,
  unchanged: 0,
  refused: 0,
  rows: [{ index: 0, sku: "MUG-350", outcome: "created" }],
} as const;
