import type { StoreConnector, StoreKind } from "@/server/stores/port";
import { sandbox } from "@/server/stores/sandbox";
import { vendure } from "@/server/stores/vendure";

const connectors: Readonly<Record<StoreKind, StoreConnector>> = { sandbox, vendure };

/** The connector for a kind of storefront; the compiler holds that every kind has one. */
export function connectorFor(kind: StoreKind): StoreConnector {
  return connectors[kind];
}
