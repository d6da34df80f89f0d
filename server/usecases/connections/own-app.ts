import { connectorFor, type StoreKind } from "@/server/stores";
import type { Settings, StoreApp } from "../settings";
import { isSameAddress } from "./same-address";

/**
 * Returns the installation's own app of a kind of store, for an address that is certainly such a store's. Null without
 * one, and for every other address: whoever answers there would get the app's secret.
 */
export function ownAppFor(
  { storeApps }: Settings,
  kind: StoreKind,
  url: string,
): Pick<StoreApp, "clientId" | "clientSecret"> | null {
  const app = storeApps[kind];
  const { keyGrant } = connectorFor(kind);
  if (!app || keyGrant?.by !== "code") return null;
  const { clientId, clientSecret, standIns = [] } = app;
  const isTrusted = keyGrant.isStore(url) || standIns.some((each) => isSameAddress(each, url));
  return isTrusted ? { clientId, clientSecret } : null;
}
