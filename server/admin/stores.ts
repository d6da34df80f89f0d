import { setTimeout as delay } from "node:timers/promises";
import { actingAsOperator } from "@/server/usecases/accounts/acting-as";
import { checked, fieldError } from "@/server/usecases/accounts/fields";
import type { Acting } from "@/server/usecases/acting";
import { ConnectRequest, connectStore } from "@/server/usecases/integrations/connect";
import { type ListedIntegration, listIntegrations } from "@/server/usecases/integrations/list";
import { requestSync } from "@/server/usecases/integrations/request-sync";
import { runSync } from "@/server/usecases/integrations/sync";
import { STORE_KINDS } from "@/server/stores/port";
import { command, optional, required } from "./command";
import { PRICING_OPTIONS, pricingAnswer, pricingRequest } from "./workspaces";

const PAUSE_MS = 200;

export const stores = [
  command(
    "store connect",
    "Connects a store after signing in to it",
    {
      workspace: required("ID"),
      kind: required(STORE_KINDS.join("|")),
      url: optional("URL"),
      credentials: optional("JSON"),
      ...PRICING_OPTIONS,
    },
    async ({ services }, { workspace, kind, url, credentials, ...said }) => {
      const request = {
        kind,
        url,
        credentials: credentials === undefined ? undefined : readJson(credentials),
        pricing: pricingRequest(said),
      };
      const acting = await actingAsOperator(services, workspace);
      const { row, notices, pricing } = await connectStore(acting, checked(ConnectRequest, request));
      const { id, name, currency, status } = row;
      return { id, kind: row.kind, name, currency, status, notices, pricing: pricingAnswer(pricing) };
    },
    { reachesStores: true },
  ),
  command(
    "store sync",
    "Reads the connected store into the catalog and waits for the end",
    { workspace: required("ID") },
    async ({ services }, { workspace }) => {
      const acting = await actingAsOperator(services, workspace);
      const { id, syncStatus, sync } = await syncNow(acting);
      if (syncStatus === "failed") throw new Error(sync?.error ?? "The sync failed.");
      const { error: _none, ...counts } = sync ?? { error: null };
      return { id, status: syncStatus, ...counts };
    },
    { reachesStores: true },
  ),
];

/** A sync that began before it was asked for may have missed what changed since; so that one is waited for first. */
async function syncNow(acting: Acting): Promise<ListedIntegration> {
  const { services, tenant } = acting;
  const { row } = await requestSync(acting);
  if (row.syncStatus === "running") {
    await end(acting, row.id);
    await requestSync(acting);
  }
  await runSync(services, tenant, row.id);
  return end(acting, row.id);
}

/** Waits until nobody works on the sync; one whose worker was lost is taken up here. */
async function end(acting: Acting, id: string): Promise<ListedIntegration> {
  for (;;) {
    const row = (await listIntegrations(acting)).find((each) => each.id === id);
    if (!row) throw new Error("The connection is not there any more.");
    if (row.syncStatus !== "queued" && row.syncStatus !== "running") return row;
    await delay(PAUSE_MS);
    await runSync(acting.services, acting.tenant, id);
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw fieldError("credentials", "invalid", "--credentials is no JSON.");
  }
}
