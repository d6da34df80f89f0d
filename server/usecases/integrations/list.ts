import { type IntegrationRow, listIntegrationRows } from "@/server/db/integrations/integrations";
import { type RequestContext, readTransaction } from "../request-context";
import { parseReport, type SyncReport } from "./sync-report";

/** A connection as settings show it, with the report of its last sync. */
export type ListedIntegration = Omit<IntegrationRow, "syncCounts"> & { readonly sync: SyncReport | null };

export const withReport = ({ syncCounts, ...row }: IntegrationRow): ListedIntegration => ({
  ...row,
  sync: parseReport(syncCounts),
});

/** Lists the workspace's connections, newest first, including ended ones; without credentials. */
export const listIntegrations = async (context: RequestContext): Promise<ListedIntegration[]> =>
  (await readTransaction(context, listIntegrationRows)).map(withReport);
