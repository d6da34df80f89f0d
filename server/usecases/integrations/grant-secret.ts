import { createHash } from "node:crypto";
import { openSecret, sealSecret } from "@/server/db/secrets/secrets";
import type { StoreConnection } from "@/server/stores";
import type { Services } from "../services";

/** The path below which stores send the keys that they were asked for. */
export const GRANTS_PATH = "/store-grants/";

/** The path to which stores lead merchants back with a code. */
export const INSTALL_RETURN_PATH = "/store-installs/return";

/** The request for a key. */
export interface GrantKey {
  readonly workspaceId: string;
  readonly grantId: string;
}

const location = ({ workspaceId, grantId }: GrantKey) =>
  ({ table: "store_grants", row: grantId, workspaceId }) as const;

const settingsPage = (workspaceId: string, query: Readonly<Record<string, string>>): string =>
  `/w/${workspaceId}/settings/integrations?${new URLSearchParams(query)}`;

/** Returns the path of the settings page on which a person goes on with a key. */
export const settingsPath = (
  workspaceId: string,
  { id, kind, url }: { readonly id: string; readonly kind: string; readonly url: string },
): string => settingsPage(workspaceId, { grant: id, kind, url });

/** Returns the path of the settings page that says that the credentials were replaced. */
export const replacedPath = (workspaceId: string): string => settingsPage(workspaceId, { replaced: "true" });

/** Returns the digest by which a state is stored. */
export const stateHash = (state: string): Buffer<ArrayBuffer> =>
  Buffer.from(createHash("sha256").update(state).digest());

/** Encrypts the key that a store sent for a request. */
export const sealGrant = (
  { settings }: Services,
  key: GrantKey,
  credentials: StoreConnection["credentials"],
): Buffer<ArrayBuffer> => sealSecret(settings.encryptionKey, location(key), JSON.stringify(credentials));

/** Opens the key of a request. @throws Error if it was sealed for another one */
export const openGrant = (
  { settings }: Services,
  key: GrantKey,
  sealed: Uint8Array,
): StoreConnection["credentials"] =>
  JSON.parse(openSecret(settings.encryptionKey, location(key), sealed)) as StoreConnection["credentials"];
