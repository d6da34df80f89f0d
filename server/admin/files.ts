import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { CATALOG_FORMATS } from "@/server/domain/imports/csv/catalog-forms";
import { importEarlierPrices } from "@/server/usecases/imports/import-earlier-prices";
import { importCatalog } from "@/server/usecases/imports/import-items";
import { importObservations } from "@/server/usecases/observations/import-observations";
import { importOffers } from "@/server/usecases/offers/put";
import { operatorContext } from "@/server/usecases/operator-context";
import type { Services } from "@/server/usecases/services";
import { command, optional, required, UsageError } from "./command";
import { IMPORT_OPTIONS, importWith } from "./import-options";

/** Returns the absolute path of a file named on the command line. @throws UsageError when the file does not exist */
export async function fileAt(folder: string, name: string): Promise<string> {
  const path = resolve(folder, name);
  const stats = await stat(path).catch(() => null);
  if (stats?.isFile()) return path;
  throw new UsageError(`There is no file ${path}.`);
}

export const files = [
  command(
    "catalog import",
    "Imports items from a CSV, XLSX or ODS file, also a shop's product file: all of it or nothing, or the good rows",
    {
      workspace: required("ID"),
      file: required("FILE"),
      format: optional(CATALOG_FORMATS.join("|")),
      currency: optional("EUR"),
      ...IMPORT_OPTIONS,
    },
    async ({ services, folder }, { workspace, file, format, currency, ...given }) => {
      const knownFormat = CATALOG_FORMATS.find((each) => each === (format ?? "auto"));
      if (!knownFormat) throw new UsageError(`--format is one of ${CATALOG_FORMATS.join(", ")}.`);
      const { context, open, place } = await importing(services, folder, workspace, file);
      const more = { format: knownFormat, ...(currency ? { currency } : {}) };
      const { report, line } = await importWith(given, place, (options) =>
        importCatalog(context, open, { ...options, ...more }),
      );
      const effect = given["dry-run"] ? { effect: report.effect } : {};
      return { ...line, ...effect };
    },
  ),
  command(
    "observations import",
    "Imports competitor prices from a CSV, XLSX or ODS file: all of it or nothing, or the good rows",
    { workspace: required("ID"), file: required("FILE"), ...IMPORT_OPTIONS },
    async ({ services, folder }, { workspace, file, ...given }) => {
      const { context, open, place } = await importing(services, folder, workspace, file);
      const { line } = await importWith(given, place, (options) =>
        importObservations(context, open, options),
      );
      return line;
    },
  ),
  command(
    "offers import",
    "Imports competitors' pages to be watched from a CSV, XLSX or ODS file: all of it or nothing, or the good rows",
    { workspace: required("ID"), file: required("FILE"), ...IMPORT_OPTIONS },
    async ({ services, folder }, { workspace, file, ...given }) => {
      const { context, open, place } = await importing(services, folder, workspace, file);
      const { line } = await importWith(given, place, (options) => importOffers(context, open, options));
      return line;
    },
  ),
  command(
    "earlier-prices import",
    "Imports what shoppers could pay before it was recorded, from a CSV, XLSX or ODS file: all of it or nothing, or the good rows",
    { workspace: required("ID"), file: required("FILE"), ...IMPORT_OPTIONS },
    async ({ services, folder }, { workspace, file, ...given }) => {
      const { context, open, place } = await importing(services, folder, workspace, file);
      const { line } = await importWith(given, place, (options) =>
        importEarlierPrices(context, open, options),
      );
      return line;
    },
  ),
];

async function importing(services: Services, folder: string, workspace: string, name: string) {
  const input = await fileAt(folder, name);
  const context = await operatorContext(services, workspace);
  return { context, open: () => createReadStream(input), place: { folder, input } };
}
