import { isDocument } from "@/app/_session/served-queries";
import { serviceCaller } from "@/app/_session/service-caller";
import type { Outputs } from "@/app/_trpc/client";
import { type CatalogRequest, listRequest, readCatalogParameters } from "./catalog-parameters";

/** A page of items, as the document brings it. */
export interface ServedCatalog {
  /** The request that it answers. */
  readonly request: CatalogRequest;
  readonly page: Outputs["catalog"]["list"];
}

/**
 * Reads the page of items for the document, which shows it before any script has run.
 * @param address the parameters of the requested address
 * @returns null if the browser loads the items itself: it moves between the pages of the application and may have them, or the
 *   service refuses; then the page shows the reason
 */
export async function servedCatalog(
  workspaceId: string,
  address: Record<string, string | string[] | undefined>,
): Promise<ServedCatalog | null> {
  if (!(await isDocument())) return null;
  const request = listRequest(readCatalogParameters(address));
  const caller = await serviceCaller(workspaceId);
  try {
    return { request, page: await caller.catalog.list(request) };
  } catch {
    return null;
  }
}
