import { randomBytes } from "node:crypto";
import { z } from "zod";
import { insertGrant } from "@/server/db/integrations/grants";
import { MINUTE_MS } from "@/server/domain/durations";
import { connectorFor, STORE_KINDS, type StoreConnector, StoreError, type StoreKind } from "@/server/stores";
import { requireConfirmedForOutbound } from "../confirmed-email";
import { ownAppFor } from "../connections/own-app";
import { buildStoreConnection } from "../connections/store";
import { checked, fieldError } from "../input";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { toValidationError } from "./connect";
import { GRANTS_PATH, INSTALL_RETURN_PATH, sealGrant, settingsPath, stateHash } from "./grant-secret";

type KeyGrant = NonNullable<StoreConnector["keyGrant"]>;
/** The functions of a connector whose store leads a merchant back with a code. */
export type CodeGrant = Extract<KeyGrant, { readonly by: "code" }>;
type MessageGrant = Extract<KeyGrant, { readonly by: "message" }>;

/** How long a merchant has to sign in to the shop and agree. */
const GRANT_LIFETIME_MS = 15 * MINUTE_MS;

export const GrantRequest = z.object({
  kind: z.enum(STORE_KINDS),
  url: z.string().trim().max(2_000),
  /** The app that the merchant installs; not needed where the installation has one of its own. */
  app: z.record(z.string(), z.unknown()).optional(),
});

/** A request about to be made: the store's page, and what is stored of it. */
interface Asked {
  readonly page: string;
  readonly state: string;
  readonly app: Uint8Array<ArrayBuffer> | null;
}

interface Place {
  readonly id: string;
  readonly kind: StoreKind;
  readonly url: string;
}

/**
 * Begins to connect a store, or to sign in to it again, on a page of the store on which the merchant agrees. The store
 * then sends a key here, or leads the merchant back with a code for one. The state that the store returns with it
 * counts once, for a quarter of an hour, and the key can be used by this person alone.
 * @returns the address of the store's page
 * @throws DomainError validation_error naming `kind`, `url` or a setting of the app, plan_limit in a suspended
 * workspace, email_not_confirmed
 */
export async function startGrant(
  context: RequestContext,
  input: z.input<typeof GrantRequest>,
): Promise<{ readonly id: string; readonly url: string }> {
  const { services, actor } = context;
  const { kind, url, app } = checked(GrantRequest, input);
  requireConfirmedForOutbound(context);
  requireWritableWorkspace(context);
  const { keyGrant } = connectorFor(kind);
  if (!keyGrant || actor.userId === null)
    throw fieldError("kind", "unavailable", "Such a store creates no keys by itself; give it a key.");
  const place: Place = { id: services.newId("storeGrant"), kind, url };
  const asked =
    keyGrant.by === "code" ? askForCode(context, keyGrant, place, app) : askForKey(context, keyGrant, place);
  const grant = {
    ...place,
    userId: actor.userId,
    stateHash: stateHash(asked.state),
    app: asked.app,
    expiresAt: new Date(services.now() + GRANT_LIFETIME_MS),
  };
  await writeTransaction(context, (tx) => insertGrant(tx, grant));
  return { id: place.id, url: asked.page };
}

const newState = (): string => randomBytes(32).toString("base64url");
const publicUrlOf = ({ services }: RequestContext): string => services.settings.publicUrl.replace(/\/+$/, "");

function askForKey(context: RequestContext, keyGrant: MessageGrant, place: Place): Asked {
  const { workspaceId } = context.tenant;
  const publicUrl = publicUrlOf(context);
  if (!publicUrl.startsWith("https://"))
    throw fieldError(
      "url",
      "unavailable",
      "The shop sends keys to https addresses alone, and this service has none.",
    );
  const state = newState();
  const page = pageOf(() =>
    keyGrant.url(place.url, {
      state,
      returnUrl: `${publicUrl}${settingsPath(workspaceId, place)}`,
      callbackUrl: `${publicUrl}${GRANTS_PATH}${workspaceId}/${place.id}`,
    }),
  );
  return { page, state, app: null };
}

/** The state names the request too, because the address that the store leads back to is the same for all. */
function askForCode(
  context: RequestContext,
  keyGrant: CodeGrant,
  place: Place,
  typed: Readonly<Record<string, unknown>> = {},
): Asked {
  const { services, tenant } = context;
  const key = { workspaceId: tenant.workspaceId, grantId: place.id };
  const app = appOf(context, keyGrant, place, typed);
  const state = [key.workspaceId, key.grantId, newState()].join(".");
  const page = pageOf(() =>
    keyGrant.url(buildStoreConnection(context, place.kind, place.url, app), {
      state,
      returnUrl: `${publicUrlOf(context)}${INSTALL_RETURN_PATH}`,
    }),
  );
  return { page, state, app: sealGrant(services, key, app) };
}

/** The installation's own app of that kind of store, for such a store alone, or the one that the person names. */
function appOf(
  { services: { settings } }: RequestContext,
  { app }: CodeGrant,
  { kind, url }: Place,
  typed: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const parsed = app.safeParse(ownAppFor(settings, kind, url) ?? typed);
  if (parsed.success) return parsed.data;
  if (settings.storeApps[kind])
    throw fieldError("url", "address_refused", "This is not the address of such a store.");
  const [name] = parsed.error.issues[0]?.path ?? [];
  throw fieldError(
    `credentials.${String(name)}`,
    "required",
    "Write the client ID and the client secret of the app.",
  );
}

function pageOf(build: () => string): string {
  try {
    return build();
  } catch (error) {
    if (error instanceof StoreError) return toValidationError(error);
    throw error;
  }
}
