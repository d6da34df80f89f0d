import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { otherCurrencyText } from "@/server/domain/items/other-currency";
import { CATALOG_FORMATS, importCatalog } from "@/server/usecases/imports/import-items";
import { importObservations } from "@/server/usecases/observations/import-observations";
import { importOffers } from "@/server/usecases/offers/put";
import { operatorContext } from "@/server/usecases/operator-context";
import { command, optional, required, UsageError } from "./command";

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
    "Imports items from a CSV file: all of it or nothing",
    {
      workspace: required("ID"),
      file: required("FILE"),
      format: optional(CATALOG_FORMATS.join("|")),
      currency: optional("EUR"),
    },
    async ({ services, folder }, { workspace, file, format, currency }) => {
      const knownFormat = CATALOG_FORMATS.find((each) => each === (format ?? "auto"));
      if (!knownFormat) throw new UsageError(`--format is one of ${CATALOG_FORMATS.join(", ")}.`);
      const path = await fileAt(folder, file);
      const context = await operatorContext(services, workspace);
      const options = { format: knownFormat, ...(currency ? { currency } : {}) };
      const { otherCurrencies, ...counts } = await importCatalog(context, createReadStream(path), options);
      return { ...counts, notices: otherCurrencyText(otherCurrencies) };
    },
  ),
  command(
    "observations import",
    "Imports competitor prices from a CSV file: all of it or nothing",
    { workspace: required("ID"), file: required("FILE") },
    async ({ services, folder }, { workspace, file }) => {
      const path = await fileAt(folder, file);
      const context = await operatorContext(services, workspace);
      return { ...(await importObservations(context, createReadStream(path))) };
    },
  ),
  command(
    "offers import",
    "Imports competitors' pages to be watched from a CSV file: all of it or nothing",
    { workspace: required("ID"), file: required("FILE") },
    async ({ services, folder }, { workspace, file }) => {
      const path = await fileAt(folder, file);
      const context = await operatorContext(services, workspace);
      return { ...(await importOffers(context, createReadStream(path))) };
    },
  ),
];
