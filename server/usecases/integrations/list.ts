import { findHints, type HintsRow } from "@/server/db/integrations/hints";
import { type IntegrationRow, listIntegrationRows } from "@/server/db/integrations/integrations";
import type { RequestContext } from "../request-context";
import { readTransaction } from "../transaction";
import { parseReport, type SyncReport } from "./sync-report";

/** A connection as settings show it, with the report of its last sync. */
export type ListedIntegration = Omit<IntegrationRow, "syncCounts"> & {
  readonly sync: SyncReport | null;
  /** How the store notifies the service of changes; null for one that does not. */
  readonly hints: HintsRow | null;
};

export const withReport = (
  { syncCounts, ...row }: IntegrationRow,
  hints: HintsRow | null,
): ListedIntegration => ({ ...row, sync: parseReport(syncCounts), hints });

/** Lists the workspace's connections, newest first, including ended ones; without credentials. */
export const listIntegrations = (context: RequestContext): Promise<ListedIntegration[]> =>
  readTransaction(context, async (tx) => {
    const rows = await listIntegrationRows(tx);
    const present = rows.find(({ status }) => status !== "disconnected");
    const hints = present ? await findHints(tx, present.id) : null;
    return rows.map((row) => withReport(row, row === present ? hints : null));
  });
