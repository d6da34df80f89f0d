import { randomBytes } from "node:crypto";
import { z } from "zod";
import { insertGrant } from "@/server/db/integrations/grants";
import { MINUTE_MS } from "@/server/domain/durations";
import { StoreError } from "@/server/stores/port";
import { connectorFor, STORE_KINDS } from "@/server/stores/registry";
import { checked, fieldError } from "../input";
import {
  type RequestContext,
  requireConfirmedForOutbound,
  requireWritableWorkspace,
  writeTransaction,
} from "../request-context";
import { toValidationError } from "./connect";
import { GRANTS_PATH, stateHash } from "./grant-secret";

/** How long a merchant has to sign in to the shop and agree. */
const GRANT_LIFETIME_MS = 15 * MINUTE_MS;

export const GrantRequest = z.object({
  kind: z.enum(STORE_KINDS),
  url: z.string().trim().max(2_000),
});

/**
 * Begins to connect a store by a key that the store creates itself: the merchant agrees on a page of the store, which
 * sends the key here. The state that the store returns with it counts once, for a quarter of an hour, and the key can
 * be used by this person alone.
 * @returns the address of the store's page
 * @throws DomainError validation_error naming `kind` or `url`, plan_limit in a suspended workspace, email_not_confirmed
 */
export async function startGrant(
  context: RequestContext,
  input: z.input<typeof GrantRequest>,
): Promise<{ readonly id: string; readonly url: string }> {
  const { services, tenant, actor } = context;
  const { kind, url } = checked(GrantRequest, input);
  requireConfirmedForOutbound(context);
  requireWritableWorkspace(context);
  const { keyGrant } = connectorFor(kind);
  if (!keyGrant || actor.userId === null)
    throw fieldError("kind", "unavailable", "Such a store creates no keys by itself; give it a key.");
  const publicUrl = services.settings.publicUrl.replace(/\/+$/, "");
  if (!publicUrl.startsWith("https://"))
    throw fieldError(
      "url",
      "unavailable",
      "The shop sends keys to https addresses alone, and this service has none.",
    );
  const id = services.newId("storeGrant");
  const state = randomBytes(32).toString("base64url");
  const page = pageOf(() =>
    keyGrant.url(url, {
      state,
      returnUrl: `${publicUrl}/w/${tenant.workspaceId}/settings/integrations?${new URLSearchParams({ grant: id, kind, url })}`,
      callbackUrl: `${publicUrl}${GRANTS_PATH}${tenant.workspaceId}/${id}`,
    }),
  );
  const expiresAt = new Date(services.now() + GRANT_LIFETIME_MS);
  const grant = { id, userId: actor.userId, kind, url, stateHash: stateHash(state), expiresAt };
  await writeTransaction(context, (tx) => insertGrant(tx, grant));
  return { id, url: page };
}

function pageOf(build: () => string): string {
  try {
    return build();
  } catch (error) {
    if (error instanceof StoreError) return toValidationError(error);
    throw error;
  }
}
