import { z } from "zod";
import { otherCurrencyText } from "@/server/domain/items/other-currency";
import { type ImportCounts, importCatalog } from "@/server/usecases/imports/import-items";
import type { RowCounts } from "@/server/usecases/imports/import-rows";
import { importObservations } from "@/server/usecases/observations/import-observations";
import { importOffers } from "@/server/usecases/offers/put";
import { upload } from "../upload";

/** Some 300,000 rows of a catalog; more than the largest plan holds comes in several files. */
const MAX_FILE = 64 * 1024 * 1024;

/** Browsers name a CSV file by what the machine knows: as a spreadsheet where one is installed, or not at all. */
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

/** A catalog file, in the own format or as Shopify exports it: all of it or, with a fault in any row, nothing. */
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

/** A file of competitors' pages to be watched: all of it or, with a fault in any row, nothing. */
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

/** A file of observed competitor prices: all of it or, with a fault in any row, nothing. */
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
