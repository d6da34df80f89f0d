import { randomBytes } from "node:crypto";
import { openSecret, sealSecret } from "@/server/db/secrets/secrets";
import type { Services } from "../services";

/** The path below which stores send their hints. */
export const HINTS_PATH = "/store-hints/";

interface HintKey {
  readonly workspaceId: string;
  readonly integrationId: string;
}

/** Returns the address to which a store sends its hints. */
export const hintUrl = ({ settings }: Services, { workspaceId, integrationId }: HintKey): string =>
  `${settings.publicUrl.replace(/\/+$/, "")}${HINTS_PATH}${workspaceId}/${integrationId}`;

const location = ({ workspaceId, integrationId }: HintKey) =>
  ({ table: "store_hints", row: integrationId, workspaceId }) as const;

/** Returns a new secret for a store's hints, sealed. */
export const newHintSecret = ({ settings }: Services, key: HintKey): Buffer<ArrayBuffer> =>
  sealSecret(settings.encryptionKey, location(key), randomBytes(32).toString("hex"));

/** Opens a sealed secret. @throws Error if it was sealed under another key or for another store */
export const openHintSecret = ({ settings }: Services, key: HintKey, sealed: Uint8Array): string =>
  openSecret(settings.encryptionKey, location(key), sealed);
