import { type Declared, declaredBy } from "@/server/stores/declared";
import { medusa } from "@/server/stores/medusa/connector";
import type { StoreConnector } from "@/server/stores/port";
import { sandbox } from "@/server/stores/sandbox/connector";
import { shopify } from "@/server/stores/shopify/connector";
import { vendure } from "@/server/stores/vendure/connector";
import { woocommerce } from "@/server/stores/woocommerce/connector";

/** Every kind of store, in the order of the form. A new kind is an entry here and a folder beside this file. */
const CONNECTORS = [shopify, woocommerce, medusa, vendure, sandbox] as const;

export type StoreKind = (typeof CONNECTORS)[number]["kind"];
export const STORE_KINDS: readonly StoreKind[] = CONNECTORS.map(({ kind }) => kind);

/** A connector as the rest of the product has it. */
export type RegisteredConnector = StoreConnector<StoreKind> & Declared;

const REGISTERED: ReadonlyMap<StoreKind, RegisteredConnector> = new Map(
  CONNECTORS.map((connector) => [connector.kind, { ...connector, ...declaredBy(connector) }]),
);

/** Returns the connector of a kind of store. */
export function connectorFor(kind: StoreKind): RegisteredConnector {
  const found = REGISTERED.get(kind);
  if (!found) throw new Error(`There is no connector ${kind}.`);
  return found;
}
