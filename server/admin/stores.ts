import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { STORE_KINDS } from "@/server/stores";
import { parseStoreKind } from "@/server/usecases/connections/store";
import { checked } from "@/server/usecases/input";
import { checkStore } from "@/server/usecases/integrations/check";
import { ConnectRequest, connectStore } from "@/server/usecases/integrations/connect";
import { disconnectStore } from "@/server/usecases/integrations/disconnect";
import { type ListedIntegration, listIntegrations } from "@/server/usecases/integrations/list";
import { replaceCredentials } from "@/server/usecases/integrations/replace-credentials";
import { requestSync } from "@/server/usecases/integrations/request-sync";
import { runSync } from "@/server/usecases/integrations/sync";
import { operatorContext } from "@/server/usecases/operator-context";
import type { RequestContext } from "@/server/usecases/request-context";
import { command, optional, required, UsageError } from "./command";
import { connectedStore } from "./connected-store";
import { CREDENTIAL_OPTIONS, givenCredentials, withCredentialsFile } from "./store-settings";
import { PRICING_OPTIONS, pricingOutput, pricingRequest } from "./workspaces";

const POLL_INTERVAL_MS = 200;

export const stores = [
  command(
    "store connect",
    "Connects a store after signing in to it",
    {
      workspace: required("ID"),
      kind: required(STORE_KINDS.join("|")),
      url: optional("URL"),
      ...CREDENTIAL_OPTIONS,
      ...PRICING_OPTIONS,
    },
    async (
      place,
      { workspace, kind, url, set, credentials, "credentials-file": file, ...pricingOptions },
    ) => {
      const { services } = place;
      const knownKind = parseStoreKind(kind);
      const given = await withCredentialsFile(place, { set, credentials, "credentials-file": file });
      const request = {
        kind,
        url,
        credentials: knownKind === null ? undefined : givenCredentials(knownKind, given),
        pricing: pricingRequest(pricingOptions),
      };
      const context = await operatorContext(services, workspace);
      const { row, notices, pricing } = await connectStore(context, checked(ConnectRequest, request));
      const { id, name, currency, status } = row;
      return { id, kind: row.kind, name, currency, status, notices, pricing: pricingOutput(pricing) };
    },
    { reachesStores: true },
  ),
  command(
    "store check",
    "Signs in to the connected store and says whether all that is needed is there",
    { workspace: required("ID") },
    async ({ services }, { workspace }) => {
      const context = await operatorContext(services, workspace);
      const { id, kind, url } = await connectedStore(context);
      const check = await checkStore(context, id);
      if (!check.ok) throw new Error(check.error);
      const { name, currency } = check.identity;
      return { id, kind, url, name, currency, notices: check.notices };
    },
    { reachesStores: true },
  ),
  command(
    "store replace-credentials",
    "Gives the connected store other credentials after signing in with them; what waits to be written goes on",
    { workspace: required("ID"), ...CREDENTIAL_OPTIONS },
    async (place, { workspace, ...options }) => {
      const { services } = place;
      const given = await withCredentialsFile(place, options);
      if (given.set.length === 0 && given.credentials === undefined)
        throw new UsageError("Give the new credentials with --set, --credentials-file or --credentials.");
      const context = await operatorContext(services, workspace);
      const { id, kind } = await connectedStore(context);
      const knownKind = parseStoreKind(kind);
      if (knownKind === null) throw new Error(`This version knows no store of kind ${kind}.`);
      const input = checked(Credentials, { credentials: givenCredentials(knownKind, given) });
      const { row, notices } = await replaceCredentials(context, { id, ...input });
      return { id, kind: row.kind, name: row.name, status: row.status, notices };
    },
    { reachesStores: true },
  ),
  command(
    "store disconnect",
    "Ends the connection: what was approved and not sent yet fails, its credentials are forgotten",
    { workspace: required("ID") },
    async ({ services }, { workspace }) => {
      const context = await operatorContext(services, workspace);
      const { id } = await connectedStore(context);
      await disconnectStore(context, id);
      return { id, status: "disconnected" };
    },
  ),
  command(
    "store sync",
    "Reads the connected store into the catalog and waits for the end",
    { workspace: required("ID") },
    async ({ services }, { workspace }) => {
      const context = await operatorContext(services, workspace);
      const { id, syncStatus, sync } = await syncNow(context);
      if (syncStatus === "failed") throw new Error(sync?.error ?? "The sync failed.");
      const { error: _none, ...counts } = sync ?? { error: null };
      return { id, status: syncStatus, ...counts };
    },
    { reachesStores: true },
  ),
];

const Credentials = z.object({ credentials: z.record(z.string(), z.unknown()) });

/** A sync that is already running may have missed recent changes, so it is awaited and a new one is started. */
async function syncNow(context: RequestContext): Promise<ListedIntegration> {
  const { services, tenant } = context;
  const { row } = await requestSync(context);
  if (row.syncStatus === "running") {
    await end(context, row.id);
    await requestSync(context);
  }
  await runSync(services, tenant, row.id);
  return end(context, row.id);
}

/** Waits until no worker processes the sync; processes it here when its worker was lost. */
async function end(context: RequestContext, id: string): Promise<ListedIntegration> {
  for (;;) {
    const row = (await listIntegrations(context)).find((each) => each.id === id);
    if (!row) throw new Error("The connection is not there any more.");
    if (row.syncStatus !== "queued" && row.syncStatus !== "running") return row;
    await delay(POLL_INTERVAL_MS);
    await runSync(context.services, context.tenant, id);
  }
}
