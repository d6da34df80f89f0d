import { openSecret, sealSecret } from "@/server/db/secrets/secrets";
import { type StoreConnection, type StoreConnector, StoreError } from "@/server/stores";
import type { RequestContext } from "../request-context";
import { ownAppFor } from "./own-app";

/** What the credentials of a connection are sealed by. */
export type SealContext = Pick<RequestContext, "services" | "tenant">;

const locationOf = ({ tenant }: SealContext, id: string) =>
  ({ table: "integrations", row: id, workspaceId: tenant.workspaceId }) as const;

/** Encrypts the credentials of a connection. */
export const sealCredentials = (
  context: SealContext,
  id: string,
  credentials: StoreConnection["credentials"],
): Buffer<ArrayBuffer> =>
  sealSecret(context.services.settings.encryptionKey, locationOf(context, id), JSON.stringify(credentials));

/** A connection as it is stored. */
export interface SealedConnection {
  readonly id: string;
  readonly url: string;
  readonly secret: Uint8Array;
}

/**
 * Decrypts the credentials of a connection. Those that a store gave the installation's own app have its present secret.
 * @throws StoreError unauthorized, definite, when they cannot be decrypted or do not fit their kind of store
 */
export function openCredentials(
  context: SealContext,
  { id, url, secret }: SealedConnection,
  connector: StoreConnector,
): StoreConnection["credentials"] {
  const { settings } = context.services;
  try {
    const stored = JSON.parse(openSecret(settings.encryptionKey, locationOf(context, id), secret));
    const granted = connector.parseGranted(stored);
    if (granted !== null) {
      const app = ownAppFor(settings, connector.kind, url);
      return app?.clientId === granted["clientId"] ? { ...granted, ...app } : granted;
    }
    const parsed = connector.parseCredentials(stored);
    if (!parsed.ok) throw new Error("the stored credentials do not fit their kind of store");
    return parsed.credentials;
  } catch (cause) {
    const message = "The stored credentials cannot be opened; replace them.";
    throw new StoreError("unauthorized", "definite", message, { cause });
  }
}
