import type { z } from "zod";
import { importCatalog } from "@/server/usecases/imports/import-items";
import type { ImportOptions } from "@/server/usecases/imports/import-plan";
import { importObservations } from "@/server/usecases/observations/import-observations";
import { importOffers } from "@/server/usecases/offers/put";
import { upload } from "../upload";
import { Imported, ImportSettings, ItemsImported, presentItemsReport, presentReport } from "./schemas";

/** About 300,000 catalog rows; larger catalogs are split into several files. */
const MAX_FILE = 64 * 1024 * 1024;

/** Browsers derive the type of a CSV file from the installed programs: a spreadsheet type, or none at all. */
const CSV_TYPES = ["text/csv", "text/plain", "application/vnd.ms-excel", "application/octet-stream"];

const file = {
  scope: "catalog:write",
  maxBytes: MAX_FILE,
  mediaTypes: CSV_TYPES,
  options: ImportSettings,
} as const;

const optionsOf = (
  { dry_run: dryRun, rows, items, map, set, decimal, encoding, delimiter }: z.output<typeof ImportSettings>,
  onProgress: NonNullable<ImportOptions["onProgress"]>,
): ImportOptions => ({
  dryRun,
  rows,
  items,
  onProgress,
  ...(map ? { map } : {}),
  ...(set ? { set } : {}),
  ...(decimal ? { decimal } : {}),
  ...(encoding ? { encoding } : {}),
  ...(delimiter ? { delimiter } : {}),
});

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
