import { findGrant } from "@/server/db/integrations/grants";
import type { StoreConnection, StoreKind } from "@/server/stores";
import { isSameStore } from "../connections/same-store";
import { fieldError } from "../input";
import type { RequestContext } from "../request-context";
import { readTransaction } from "../transaction";
import { openGrant } from "./grant-secret";

/**
 * Returns the key that a store sent for this person's request, for that store alone.
 * @throws DomainError validation_error naming `credentials` for every other request
 */
export async function grantedCredentials(
  context: RequestContext,
  {
    kind,
    url,
    grant,
  }: { readonly kind: StoreKind; readonly url: string | undefined; readonly grant: string },
): Promise<StoreConnection["credentials"] & Record<string, unknown>> {
  const { services, tenant, actor } = context;
  const asked = { id: grant, userId: actor.userId ?? "", at: new Date(services.now()) };
  const found = await readTransaction(context, (tx) => findGrant(tx, asked));
  if (found?.kind !== kind || url === undefined || !isSameStore(context, kind, [url, found.url]))
    throw fieldError(
      "credentials",
      "expired",
      "The store has sent no key for this, or it was used. Ask again.",
    );
  return openGrant(services, { workspaceId: tenant.workspaceId, grantId: grant }, found.credentials);
}
