import { type IntegrationRow, listIntegrationRows } from "@/server/db/integrations/integrations";
import { type RequestContext, read } from "../request-context";
import { readReport, type SyncReport } from "./sync-report";

/** A connection as settings show it, with what its last sync found. */
export type ListedIntegration = Omit<IntegrationRow, "syncCounts"> & { readonly sync: SyncReport | null };

export const withReport = ({ syncCounts, ...row }: IntegrationRow): ListedIntegration => ({
  ...row,
  sync: readReport(syncCounts),
});

/** The workspace's connections, newest first, ended ones included; never a credential. */
export const listIntegrations = async (context: RequestContext): Promise<ListedIntegration[]> =>
  (await read(context, listIntegrationRows)).map(withReport);
