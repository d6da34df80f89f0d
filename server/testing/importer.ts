import { Readable } from "node:stream";
import { importEarlierPrices } from "@/server/usecases/imports/import-earlier-prices";
import {
  type CatalogOptions,
  type CatalogReport,
  importCatalog,
} from "@/server/usecases/imports/import-items";
import type { ImportOptions, ImportReport } from "@/server/usecases/imports/import-plan";
import { importObservations } from "@/server/usecases/observations/import-observations";
import { operatorContext } from "@/server/usecases/operator-context";
import { type Cataloguer, openCatalog } from "./cataloguer";
import type { TestService } from "./service";

/** The content of a file: its text or bytes, or its lines. */
type Content = string | Buffer | readonly string[];

/** Somebody who imports files into a workspace of their own. */
export interface Importer {
  readonly shop: Cataloguer;
  catalog(file: Content, options?: CatalogOptions): Promise<CatalogReport>;
  observations(file: Content, options?: ImportOptions): Promise<ImportReport>;
  earlier(file: Content, options?: ImportOptions): Promise<ImportReport>;
}

const opened = (file: Content) => {
  const bytes = Buffer.from(typeof file === "string" || Buffer.isBuffer(file) ? file : file.join("\n"));
  return () => Readable.from([bytes]);
};

/** Opens a workspace into which files are imported. */
export async function openImporter(service: TestService): Promise<Importer> {
  const shop = await openCatalog(service);
  const context = await operatorContext(service.services, shop.workspace.id);
  return {
    shop,
    catalog: (file, options) => importCatalog(context, opened(file), options),
    observations: (file, options) => importObservations(context, opened(file), options),
    earlier: (file, options) => importEarlierPrices(context, opened(file), options),
  };
}
