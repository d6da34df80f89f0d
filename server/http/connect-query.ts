import { checkedOpenedStore } from "@/server/usecases/integrations/opened-store";

/**
 * Returns the query by which a page fills in the connect form for a store that opened its app here, with its question
 * mark; empty for what no such store would have, because anybody can write a link.
 */
export function connectQuery(kind: unknown, url: unknown): string {
  const store = typeof kind === "string" && typeof url === "string" ? checkedOpenedStore(kind, url) : null;
  return store === null ? "" : `?${new URLSearchParams({ ...store })}`;
}
