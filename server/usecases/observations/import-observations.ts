import type { Readable } from "node:stream";
import { OBSERVATION_COLUMNS, readObservationRow } from "@/server/domain/imports/csv/observation-format";
import { importRows, type RowCounts } from "../imports/import-rows";
import type { RequestContext } from "../request-context";
import { observeRows } from "./record";

/**
 * Imports a file of observed competitor prices: completely, or not at all when any row has an issue.
 * @throws DomainError validation_error with the invalid rows by number
 */
export const importObservations = (context: RequestContext, file: Readable): Promise<RowCounts> =>
  importRows(context, file, {
    columns: OBSERVATION_COLUMNS,
    read: readObservationRow,
    skuOf: ({ sku }) => sku,
    apply: (by, tx, rows) => observeRows(by, tx, rows, "import"),
    action: "observations.import",
  });
