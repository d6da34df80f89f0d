import type { Tx } from "../database/transaction";

/** A row of a file that is being imported, by its line. */
export interface ImportedRow {
  readonly line: number;
  readonly sku: string;
}

/**
 * Notes the skus of a file's rows until the transaction ends, outside of the process's memory.
 * @returns for rows whose sku came before in the file: the line it came on, by the row's own line
 */
export async function noteImported(tx: Tx, rows: readonly ImportedRow[]): Promise<Map<number, number>> {
  await tx.run(
    "CREATE TEMPORARY TABLE IF NOT EXISTS imported_skus (sku text PRIMARY KEY, line int NOT NULL) ON COMMIT DROP",
  );
  const { first, repeated } = apart(rows);
  const known = await tx.sql<{ line: number; earlier: number }>(
    `WITH given AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS r(sku text, line int)),
       added AS (INSERT INTO imported_skus SELECT sku, line FROM given ON CONFLICT DO NOTHING)
     SELECT given.line, seen.line AS earlier FROM given JOIN imported_skus seen USING (sku)`,
    [JSON.stringify(first)],
  );
  for (const { line, earlier } of known) repeated.set(line, earlier);
  return repeated;
}

/** Tells rows of a sku for the first time from those that repeat one of the same list. */
function apart(rows: readonly ImportedRow[]): { first: ImportedRow[]; repeated: Map<number, number> } {
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
