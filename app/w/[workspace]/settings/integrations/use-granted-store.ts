"use client";

import { parseAsString, useQueryStates } from "nuqs";

/** What the store's page led back with: its address, and the id of a key, null where the store opened its app. */
export interface GrantedStore {
  readonly kind: string | null;
  readonly url: string;
  readonly grant: string | null;
}

/** Reads what the store's page led back with from the address; null without a store's address. */
export function useGrantedStore(): GrantedStore | null {
  const [{ grant, kind, url }] = useQueryStates({
    grant: parseAsString,
    kind: parseAsString,
    url: parseAsString,
  });
  return url === null ? null : { grant, kind, url };
}
