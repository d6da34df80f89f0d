"use client";

import { parseAsBoolean, parseAsString, useQueryState, useQueryStates } from "nuqs";

/** What the store's page led back with: its address, and the id of a key, null where the store opened its app. */
export interface GrantedStore {
  readonly kind: string | null;
  readonly url: string;
  readonly grant: string | null;
}

/** Reads what the store's page led back with from the page's address, null without a store's, and can remove it. */
export function useGrantedStore(): { readonly granted: GrantedStore | null; readonly forget: () => void } {
  const [{ grant, kind, url }, setQuery] = useQueryStates({
    grant: parseAsString,
    kind: parseAsString,
    url: parseAsString,
  });
  return {
    granted: url === null ? null : { grant, kind, url },
    forget: () => void setQuery(null),
  };
}

/** Whether the store's page led back with a key that is in use by now. */
export const useReplaced = (): boolean => useQueryState("replaced", parseAsBoolean.withDefault(false))[0];
