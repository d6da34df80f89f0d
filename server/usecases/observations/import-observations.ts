import { observationForm } from "@/server/domain/imports/csv/observation-format";
import type { ImportFile } from "../imports/encoding";
import type { ImportOptions, ImportReport } from "../imports/import-plan";
import { importRowsOfItems } from "../imports/import-rows";
import type { RequestContext } from "../request-context";
import { observeRows } from "./record";

/**
 * Imports a file of observed competitor prices: completely, or not at all when any row has an issue, unless the good
 * rows are asked for.
 * @throws DomainError validation_error with the invalid rows by number
 */
export const importObservations = (
  context: RequestContext,
  file: ImportFile,
  options: ImportOptions = {},
): Promise<ImportReport> =>
  importRowsOfItems(
    context,
    file,
    {
      formFor: observationForm,
      skuOf: ({ sku }) => sku,
      apply: (by, tx, rows) => observeRows(by, tx, rows, "import"),
      action: "observations.import",
    },
    options,
  );
