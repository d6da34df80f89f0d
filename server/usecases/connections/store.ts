import type { ConnectionRow } from "@/server/db/connections/connections";
import type { PricedItem } from "@/server/db/items/priced-items";
import { DomainError } from "@/server/domain/errors";
import { connectorFor, STORE_KINDS, type StoreConnection, StoreError, type StoreKind } from "@/server/stores";
import type { RequestContext } from "../request-context";
import type { ResolvedStore } from "../resolved-store";
import { openCredentials, type SealContext } from "./credentials";
import { observeCalls } from "./observed-calls";
import { renewalOf } from "./renew";

type StoredItem = Pick<PricedItem, "integrationId" | "storeRef"> & {
  readonly item: { readonly sku: string };
};

/** The connected store, and an item's reference in it. */
export interface ItemInStore {
  readonly connection: ConnectionRow;
  readonly ref: string;
}

/**
 * Returns the connected store and the item's reference in it, or the error no_commerce_integration. An item without a
 * stored reference is addressed by its sku when the store mirrors the catalog; an item of another connection is never
 * written.
 */
export function findInStore(connection: ConnectionRow | null, item: StoredItem): ItemInStore | DomainError {
  if (!connection || !parseStoreKind(connection.kind)) return new DomainError("no_commerce_integration");
  const ref = refInStore(connection, item);
  if (ref !== null) return { connection, ref };
  return new DomainError(
    "no_commerce_integration",
    "This item is not in the connected store; sync it first.",
  );
}

/** Returns an item's reference in a store, as `findInStore` does; null if its price cannot be written there. */
export function refInStore(
  { id, kind }: Pick<ConnectionRow, "id" | "kind">,
  { item: { sku }, integrationId, storeRef }: StoredItem,
): string | null {
  const known = parseStoreKind(kind);
  if (known === null || (integrationId !== null && integrationId !== id)) return null;
  if (storeRef !== null) return integrationId === null ? null : storeRef;
  return connectorFor(known).refForSku?.(sku) ?? null;
}

/**
 * Resolves a connection: its connector and its decrypted credentials. Does not call the store, so every error it
 * throws is certain (`definite`) not to have changed anything there. Only the installation's own sandbox and, if the
 * operator allows it, other stores may be in a private network.
 * @throws StoreError definite: unauthorized when the secret cannot be decrypted (sealed under another key) or holds
 * no credentials of the store's kind; rejected for a kind that this version does not know
 */
export function resolveStore(context: SealContext, row: ConnectionRow): ResolvedStore {
  const kind = parseStoreKind(row.kind);
  if (kind === null)
    throw new StoreError("rejected", "definite", `This version knows no store of kind ${row.kind}.`);
  const connector = connectorFor(kind);
  const credentials = openCredentials(context, row, connector);
  const renewCredentials = renewalOf(context, row, connector);
  return {
    connector: observeCalls(context, connector, row.id),
    connection: { ...buildStoreConnection(context, kind, row.url, credentials), renewCredentials },
  };
}

/**
 * Builds a store's connection settings. Private networks are allowed for the installation's own sandbox, and for
 * other stores if the operator allows it.
 */
export function buildStoreConnection(
  { services }: Pick<RequestContext, "services">,
  kind: StoreKind,
  url: string,
  credentials: StoreConnection["credentials"],
): StoreConnection {
  const { allowPrivateStores, storeTimeoutMs: timeoutMs } = services.settings;
  const sandbox = services.sandbox && `${services.sandbox.url.replace(/\/+$/, "")}/`;
  const ours = kind === "sandbox" && sandbox !== null && url.startsWith(sandbox);
  const { now, storeCache: cache } = services;
  const datesEntries = ours && services.sandbox?.datesEntries === true;
  return {
    url,
    credentials,
    allowPrivate: allowPrivateStores || ours,
    timeoutMs,
    now,
    cache,
    ...(datesEntries ? { datesEntries } : {}),
  };
}

/** Returns the kind of storefront that a connection names; null for a kind that this version does not know. */
export const parseStoreKind = (kind: string): StoreKind | null =>
  STORE_KINDS.find((known) => known === kind) ?? null;

/** Returns the display name of a stored kind of storefront; the kind itself when this version does not know it. */
export function storeTitle(kind: string): string {
  const known = parseStoreKind(kind);
  return known === null ? kind : connectorFor(known).title;
}
