import { isDocument } from "@/app/_session/served-queries";
import { serviceCaller } from "@/app/_session/service-caller";
import type { Outputs } from "@/app/_trpc/client";
import { FIRST_ROWS, listRequest, readInboxParameters } from "./inbox-parameters";

/** The first entries of the list and their rows, as the document brings them. */
export interface ServedInbox {
  /** The request that it answers. */
  readonly request: ReturnType<typeof listRequest>;
  readonly inbox: Outputs["recommendations"]["inbox"];
}

/**
 * Reads the first rows for the document, which shows them before any script has run; the browser then loads the whole
 * order.
 * @param address the parameters of the requested address
 * @returns null if the browser loads the rows as well: it moves between the pages of the application and may have them,
 * the open entry is not among the first, or the service refuses; then the page shows the reason
 */
export async function servedInbox(
  workspaceId: string,
  address: Record<string, string | string[] | undefined>,
): Promise<ServedInbox | null> {
  if (!(await isDocument())) return null;
  const { rec, batch: _, ...filter } = readInboxParameters(address);
  const request = listRequest(filter);
  const caller = await serviceCaller(workspaceId);
  try {
    const inbox = await caller.recommendations.inbox({ ...request, limit: FIRST_ROWS });
    return rec === null || inbox.entries.some(({ id }) => id === rec) ? { request, inbox } : null;
  } catch {
    return null;
  }
}
