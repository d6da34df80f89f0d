import type { Tx } from "../database/transaction";

/** A row of a file being imported, with its line number. */
export interface ImportedRow {
  readonly line: number;
  readonly sku: string;
}

/**
 * Stores the skus of a file's rows in a temporary table until the transaction ends, outside the process's memory.
 * @returns for each row whose sku occurred before in the file: the earlier line, by the row's own line
 */
export async function recordImportedSkus(tx: Tx, rows: readonly ImportedRow[]): Promise<Map<number, number>> {
  await tx.run(
    "CREATE TEMPORARY TABLE IF NOT EXISTS imported_skus (sku text PRIMARY KEY, line int NOT NULL) ON COMMIT DROP",
  );
  const { first, repeated } = splitRepeated(rows);
  const earlierLines = await tx.sql<{ line: number; earlier: number }>(
    `WITH given AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS r(sku text, line int)),
       added AS (INSERT INTO imported_skus SELECT sku, line FROM given ON CONFLICT DO NOTHING)
     SELECT given.line, seen.line AS earlier FROM given JOIN imported_skus seen USING (sku)`,
    [JSON.stringify(first)],
  );
  for (const { line, earlier } of earlierLines) repeated.set(line, earlier);
  return repeated;
}

/** Takes the rows of these lines back, so that a later row of the same sku is the first one. */
export async function forgetImportedSkus(tx: Tx, lines: readonly number[]): Promise<void> {
  if (lines.length > 0) await tx.run("DELETE FROM imported_skus WHERE line = ANY($1)", [lines]);
}

/** Separates the first row of each sku from rows that repeat a sku of the same list. */
function splitRepeated(rows: readonly ImportedRow[]): {
  first: ImportedRow[];
  repeated: Map<number, number>;
} {
  const lines = new Map<string, number>();
  const repeated = new Map<number, number>();
  const first = rows.filter(({ sku, line }) => {
    const earlier = lines.get(sku);
    if (earlier === undefined) lines.set(sku, line);
    else repeated.set(line, earlier);
    return earlier === undefined;
  });
  return { first, repeated };
}
