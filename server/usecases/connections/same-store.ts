import { connectorFor, StoreError, type StoreKind } from "@/server/stores";
import type { RequestContext } from "../request-context";
import { isSameAddress } from "./same-address";
import { buildStoreConnection } from "./store";

/** Returns whether two addresses lead to one store of a kind; some kinds have several for each store. */
export function isSameStore(
  context: Pick<RequestContext, "services">,
  kind: StoreKind,
  [one, other]: readonly [string, string],
): boolean {
  const { keyGrant } = connectorFor(kind);
  if (keyGrant?.by !== "code") return isSameAddress(one, other);
  const plain = (url: string) => keyGrant.address(buildStoreConnection(context, kind, url, {}));
  try {
    return plain(one) === plain(other);
  } catch (error) {
    if (error instanceof StoreError) return false;
    throw error;
  }
}
