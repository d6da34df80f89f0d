import { connectorFor, type StoreKind } from "@/server/stores";
import { parseStoreKind } from "../connections/store";

/** A store that opened its app here. */
export interface OpenedStore {
  readonly kind: StoreKind;
  readonly url: string;
}

const codeGrantOf = (kind: StoreKind | null) => {
  const keyGrant = kind && connectorFor(kind).keyGrant;
  return keyGrant?.by === "code" ? keyGrant : null;
};

/** Returns the kind and address of a store that opens its app here; null for any other query. */
export function openedStore(name: string, query: URLSearchParams): OpenedStore | null {
  const kind = parseStoreKind(name);
  const url = codeGrantOf(kind)?.opened(query) ?? null;
  return kind === null || url === null ? null : { kind, url };
}

/** Returns the same kind and address if they are ones that `openedStore` returns; null for any others. */
export function checkedOpenedStore(name: string, url: string): OpenedStore | null {
  const kind = parseStoreKind(name);
  const isOrigin = URL.canParse(url) && new URL(url).origin === url;
  return kind !== null && isOrigin && codeGrantOf(kind)?.isStore(url) ? { kind, url } : null;
}
