import { openSecret, sealSecret } from "@/server/db/secrets/secrets";
import { parseCredentials } from "@/server/stores/credentials";
import { type StoreConnector, type StoreCredentials, StoreError } from "@/server/stores/port";
import type { RequestContext } from "../request-context";

/** What the credentials of a connection are sealed by. */
export type SealContext = Pick<RequestContext, "services" | "tenant">;

const locationOf = ({ tenant }: SealContext, id: string) =>
  ({ table: "integrations", row: id, workspaceId: tenant.workspaceId }) as const;

/** Encrypts the credentials of a connection. */
export const sealCredentials = (
  context: SealContext,
  id: string,
  credentials: StoreCredentials,
): Buffer<ArrayBuffer> =>
  sealSecret(context.services.settings.encryptionKey, locationOf(context, id), JSON.stringify(credentials));

/**
 * Decrypts the credentials of a connection. Those of the installation's own app have its present secret.
 * @throws StoreError unauthorized, definite, when they cannot be decrypted or do not fit their kind of store
 */
export function openCredentials(
  context: SealContext,
  { id, secret }: { readonly id: string; readonly secret: Uint8Array },
  connector: StoreConnector,
): StoreCredentials {
  const { encryptionKey, storeApps } = context.services.settings;
  try {
    const parsed = parseCredentials(
      connector,
      JSON.parse(openSecret(encryptionKey, locationOf(context, id), secret)),
    );
    if (!parsed.ok) throw new Error("the stored credentials do not fit their kind of store");
    const app = storeApps[connector.kind];
    const isOurs = app !== undefined && parsed.credentials["clientId"] === app.clientId;
    return isOurs ? { ...parsed.credentials, ...app } : parsed.credentials;
  } catch (cause) {
    const message = "The stored credentials cannot be opened; replace them.";
    throw new StoreError("unauthorized", "definite", message, { cause });
  }
}
