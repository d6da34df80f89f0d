import { z } from "zod";
import { otherCurrencyText } from "@/server/domain/items/other-currency";
import { type ImportCounts, importCatalog } from "@/server/usecases/imports/import-items";
import type { RowCounts } from "@/server/usecases/imports/import-rows";
import { importObservations } from "@/server/usecases/observations/import-observations";
import { importOffers } from "@/server/usecases/offers/put";
import { upload } from "../upload";

/** About 300,000 catalog rows; larger catalogs are split into several files. */
const MAX_FILE = 64 * 1024 * 1024;

/** Browsers derive the type of a CSV file from the installed programs: a spreadsheet type, or none at all. */
const CSV_TYPES = ["text/csv", "text/plain", "application/vnd.ms-excel", "application/octet-stream"];

const Imported = z.object({
  ok: z.literal(true),
  rows: z.number().int(),
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
});

const ItemsImported = Imported.extend({
  notices: z.array(z.string()),
});

const imported = (counts: RowCounts) => ({ ok: true as const, ...counts });
const importedItems = ({ otherCurrencies, ...counts }: ImportCounts) => ({
  ...imported(counts),
  notices: otherCurrencyText(otherCurrencies),
});

/**
 * Imports a catalog file, in the product's format or Shopify's export format; imports nothing if any row is invalid.
 */
export const importItemsFile = upload(
  {
    summary: "Import a catalog file",
    scope: "catalog:write",
    maxBytes: MAX_FILE,
    mediaTypes: CSV_TYPES,
    output: ItemsImported,
  },
  (context, file) => importCatalog(context, file),
  importedItems,
);

/** Imports a file of competitors' offers to watch; imports nothing if any row is invalid. */
export const importOffersFile = upload(
  {
    summary: "Import a file of competitors' pages",
    scope: "catalog:write",
    maxBytes: MAX_FILE,
    mediaTypes: CSV_TYPES,
    output: Imported,
  },
  importOffers,
  imported,
);

/** Imports a file of observed competitor prices; imports nothing if any row is invalid. */
export const importObservationsFile = upload(
  {
    summary: "Import a file of competitor prices",
    scope: "catalog:write",
    maxBytes: MAX_FILE,
    mediaTypes: CSV_TYPES,
    output: Imported,
  },
  importObservations,
  imported,
);
