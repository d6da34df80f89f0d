import { earlierPriceForm } from "@/server/domain/imports/csv/earlier-price-format";
import { applyEarlierPrices, RECORDED } from "../items/earlier-prices";
import type { RequestContext } from "../request-context";
import type { ImportFile } from "./encoding";
import type { ImportOptions, ImportReport } from "./import-plan";
import { importRowsOfItems } from "./import-rows";

/**
 * Imports a file of what shoppers could pay before it was recorded: completely, or not at all when any row has an
 * issue, unless the good rows are asked for. Rows of a time that is recorded are left out.
 * @throws DomainError validation_error with the invalid rows by number; plan_limit in a suspended workspace
 */
export const importEarlierPrices = (
  context: RequestContext,
  file: ImportFile,
  options: ImportOptions = {},
): Promise<ImportReport> =>
  importRowsOfItems(
    context,
    file,
    {
      formFor: () => earlierPriceForm,
      skuOf: ({ sku }) => sku,
      apply: (_context, tx, rows) => applyEarlierPrices(tx, rows),
      leavesOut: RECORDED,
      action: "earlier_prices.import",
    },
    options,
  );
