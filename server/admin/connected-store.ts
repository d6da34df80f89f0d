import { type ListedIntegration, listIntegrations } from "@/server/usecases/integrations/list";
import type { RequestContext } from "@/server/usecases/request-context";

/** Returns the workspace's store. @throws Error if none is connected */
export async function connectedStore(context: RequestContext): Promise<ListedIntegration> {
  const row = (await listIntegrations(context)).find(({ status }) => status !== "disconnected");
  if (row) return row;
  throw new Error("No store is connected to this workspace.");
}
