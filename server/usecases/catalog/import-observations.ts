import type { Readable } from "node:stream";
import {
  OBSERVATION_COLUMNS,
  type ObservationRow,
  readObservationRow,
} from "@/server/domain/catalog/csv/observation-format";
import { type Acting, change, requireLive } from "../acting";
import { recordChange } from "../audit";
import { FileFaults, csvRows } from "./csv-file";
import { batches, requireColumns } from "./import-catalog";
import { observeRows } from "./record-observations";

export interface ObservationCounts {
  readonly rows: number;
  readonly created: number;
  readonly unchanged: number;
}

const BATCH = 1_000;
const IMPORT_TIMEOUT_MS = 15 * 60_000;

/**
 * Imports a file of observed competitor prices: all of it or, with a fault in any row, nothing.
 * @throws DomainError validation_error with the faulty rows by number
 */
export function importObservations(acting: Acting, file: Readable): Promise<ObservationCounts> {
  return change(
    acting,
    async (tx) => {
      requireLive(acting);
      const faults = new FileFaults();
      const counts = { rows: 0, created: 0, unchanged: 0 };
      for await (const batch of batches(observationsOf(file, faults), BATCH)) {
        const rows = batch.map(({ observation }) => ({ sku: observation.sku, observation }));
        for (const { index, outcome, issues } of await observeRows(acting, tx, rows, "import")) {
          counts.rows++;
          if (issues) faults.add(batch[index]?.line ?? 0, issues);
          else if (outcome === "created" || outcome === "unchanged") counts[outcome]++;
        }
      }
      if (faults.any) throw faults.error();
      await recordChange(acting, tx, {
        action: "observations.import",
        subject: acting.tenant.workspaceId,
        after: { ...counts },
      });
      return counts;
    },
    { timeoutMs: IMPORT_TIMEOUT_MS },
  );
}

async function* observationsOf(
  file: Readable,
  faults: FileFaults,
): AsyncGenerator<{ line: number; observation: ObservationRow }> {
  for await (const { line, row } of csvRows(file, faults, (columns) =>
    requireColumns(columns, OBSERVATION_COLUMNS),
  )) {
    const read = readObservationRow(row);
    if (read.ok) yield { line, observation: read.value };
    else faults.add(line, read.issues);
  }
}
