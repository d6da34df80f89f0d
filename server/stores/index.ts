// All that the rest of the product imports of the store connectors; README.md says what it may rely on.
export { openStoreCache } from "@/server/stores/cache";
export {
  type KeyedPrice,
  type StoreConnection,
  StoreError,
  type StoreIdentity,
  type StoreVariant,
  storeText,
} from "@/server/stores/port";
export {
  connectorFor,
  type RegisteredConnector as StoreConnector,
  STORE_KINDS,
  type StoreKind,
} from "@/server/stores/registry";
export { sandboxStore } from "@/server/stores/sandbox/own-store";
