import { importItemsFile, importObservationsFile, importOffersFile } from "./imports/import-file";
import type { Upload } from "./upload";

/** The files that the pages may send, by the path they are sent to. */
export const uploads: Readonly<Record<string, Upload>> = {
  "/catalog/items": importItemsFile,
  "/catalog/observations": importObservationsFile,
  "/catalog/offers": importOffersFile,
};
