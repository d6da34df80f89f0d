import { z } from "zod";
import { storeTitle } from "@/server/usecases/connections/store";
import type { Connected } from "@/server/usecases/integrations/connect";
import { type ListedIntegration, withReport } from "@/server/usecases/integrations/list";
import { SyncReport } from "@/server/usecases/integrations/sync-report";
import { Timestamp } from "../scalars";

export const Integration = z.object({
  id: z.string(),
  kind: z.string(),
  /** The title of the kind. */
  title: z.string(),
  name: z.string(),
  url: z.string(),
  status: z.enum(["connected", "failing", "disconnected"]),
  /** The reason the store does not work, as text; null if it works. */
  error: z.string().nullable(),
  currency: z.string().nullable(),
  /** As the store reports it; null if it does not, or has not been queried yet. */
  prices_include_vat: z.boolean().nullable(),
  vat_rates: z.array(z.string()).nullable(),
  connected_at: Timestamp,
  disconnected_at: Timestamp.nullable(),
  synced_at: Timestamp.nullable(),
  sync_status: z.enum(["never", "queued", "running", "ok", "failed"]),
  sync: SyncReport.nullable(),
  /** How the store notifies the service of changes; null for one that does not, and in the answer to a change. */
  hints: z
    .object({
      state: z.enum(["new", "active", "failing"]),
      /** Why it does not, as text; null if it does. */
      problem: z.string().nullable(),
      looked_at: Timestamp.nullable(),
      /** When it was found to have stopped, and was asked again. */
      renewed_at: Timestamp.nullable(),
      received_at: Timestamp.nullable(),
    })
    .nullable(),
});

/** Serializes a connection for the API, without its credentials. */
export const presentIntegration = (row: ListedIntegration): z.input<typeof Integration> => ({
  id: row.id,
  kind: row.kind,
  title: storeTitle(row.kind),
  name: row.name,
  url: row.url,
  status: row.status,
  error: row.error,
  currency: row.currency,
  prices_include_vat: row.pricesIncludeVat,
  vat_rates: row.vatRates && [...row.vatRates],
  connected_at: row.connectedAt.toISOString(),
  disconnected_at: row.disconnectedAt?.toISOString() ?? null,
  synced_at: row.syncedAt?.toISOString() ?? null,
  sync_status: row.syncStatus,
  sync: row.sync,
  hints: row.hints && {
    state: row.hints.state,
    problem: row.hints.problem,
    looked_at: row.hints.lookedAt?.toISOString() ?? null,
    renewed_at: row.hints.renewedAt?.toISOString() ?? null,
    received_at: row.hints.receivedAt?.toISOString() ?? null,
  },
});

/** Serializes a row that a use case returns after a change. */
export const presentChanged = (row: Connected["row"]): z.input<typeof Integration> =>
  presentIntegration(withReport(row, null));
