import type { z } from "zod";
import { importEarlierPrices } from "@/server/usecases/imports/import-earlier-prices";
import { importCatalog } from "@/server/usecases/imports/import-items";
import type { ImportOptions } from "@/server/usecases/imports/import-plan";
import { importObservations } from "@/server/usecases/observations/import-observations";
import { importOffers } from "@/server/usecases/offers/put";
import { upload } from "../upload";
import { Imported, ImportSettings, ItemsImported, presentItemsReport, presentReport } from "./schemas";

/** About 300,000 catalog rows; larger catalogs are split into several files. */
const MAX_FILE = 64 * 1024 * 1024;

/**
 * Browsers derive the type of a file from the installed programs: for CSV a spreadsheet's type, or none at all. What a
 * file is shows in its bytes.
 */
const TABLE_TYPES = [
  "text/csv",
  "text/plain",
  "text/tab-separated-values",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/vnd.ms-excel.sheet.macroenabled.12",
  "application/vnd.oasis.opendocument.spreadsheet",
  "application/vnd.ms-excel",
  "application/octet-stream",
];

const file = {
  scope: "catalog:write",
  maxBytes: MAX_FILE,
  mediaTypes: TABLE_TYPES,
  options: ImportSettings,
} as const;

const optionsOf = (
  settings: z.output<typeof ImportSettings>,
  onProgress: NonNullable<ImportOptions["onProgress"]>,
): ImportOptions => {
  const { dry_run: dryRun, rows, items, header_row: headerRow } = settings;
  const { map, set, decimal, encoding, delimiter, sheet } = settings;
  return {
    dryRun,
    rows,
    items,
    onProgress,
    ...(map ? { map } : {}),
    ...(set ? { set } : {}),
    ...(decimal ? { decimal } : {}),
    ...(encoding ? { encoding } : {}),
    ...(delimiter ? { delimiter } : {}),
    ...(sheet ? { sheet } : {}),
    ...(headerRow ? { headerRow } : {}),
  };
};

/**
 * Imports a catalog file: a list, or a product file of a store; imports nothing if any row is invalid, unless the good
 * rows are asked for.
 */
export const importItemsFile = upload(
  { summary: "Import a catalog file", ...file, output: ItemsImported },
  (context, open, settings, onProgress) =>
    importCatalog(context, open, { ...optionsOf(settings, onProgress), format: settings.format }),
  presentItemsReport,
);

/** Imports a file of competitors' offers to watch. */
export const importOffersFile = upload(
  { summary: "Import a file of competitors' pages", ...file, output: Imported },
  (context, open, settings, onProgress) => importOffers(context, open, optionsOf(settings, onProgress)),
  presentReport,
);

/** Imports a file of observed competitor prices. */
export const importObservationsFile = upload(
  { summary: "Import a file of competitor prices", ...file, output: Imported },
  (context, open, settings, onProgress) => importObservations(context, open, optionsOf(settings, onProgress)),
  presentReport,
);

/** Imports a file of what shoppers could pay before it was recorded. */
export const importEarlierPricesFile = upload(
  { summary: "Import a file of earlier prices", ...file, output: Imported },
  (context, open, settings, onProgress) =>
    importEarlierPrices(context, open, optionsOf(settings, onProgress)),
  presentReport,
);
