import {
  importEarlierPricesFile,
  importItemsFile,
  importObservationsFile,
  importOffersFile,
} from "./imports/import-file";
import type { Upload } from "./upload";

/** The uploads of Pricecheck's pages, by path. */
export const uploads: Readonly<Record<string, Upload>> = {
  "/catalog/items": importItemsFile,
  "/catalog/observations": importObservationsFile,
  "/catalog/offers": importOffersFile,
  "/catalog/earlier-prices": importEarlierPricesFile,
};
