import type { StoreConnector } from "@/server/stores/port";
import { sandbox } from "@/server/stores/sandbox/connector";
import { vendure } from "@/server/stores/vendure/connector";

/** Every kind of store, in the order in which people choose among them. A new one is a line here and a folder beside. */
const CONNECTORS = [vendure, sandbox] as const;

export type StoreKind = (typeof CONNECTORS)[number]["kind"];
export const STORE_KINDS: readonly StoreKind[] = CONNECTORS.map(({ kind }) => kind);

/** The connector for a kind of storefront. */
export function connectorFor(kind: StoreKind): StoreConnector<StoreKind> {
  const found = CONNECTORS.find((connector) => connector.kind === kind);
  if (!found) throw new Error(`There is no connector ${kind}.`);
  return found;
}
