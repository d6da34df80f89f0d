import { randomBytes } from "node:crypto";
import { openSecret, sealSecret } from "@/server/db/secrets/secrets";
import type { EndpointRow } from "@/server/db/webhooks/endpoints";

const SECRET_BYTES = 32;

/** Creates a secret in the form of the Standard Webhooks specification: `whsec_` and 32 random bytes in base64. */
export const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;

const locationOf = (id: string, workspaceId: string) => ({
  table: "webhook_endpoints",
  row: id,
  workspaceId,
});

/** Encrypts an endpoint's secret for its row. */
export const sealEndpointSecret = (
  { encryptionKey }: { readonly encryptionKey: string },
  id: string,
  workspaceId: string,
  secret: string,
): Buffer<ArrayBuffer> => sealSecret(encryptionKey, locationOf(id, workspaceId), secret);

/** Returns the secrets that sign at that time: the current one, then the one before it until its end. */
export function signingSecrets(
  { encryptionKey }: { readonly encryptionKey: string },
  row: Pick<EndpointRow, "id" | "secret" | "previousSecret" | "previousSecretUntil">,
  workspaceId: string,
  nowMs: number,
): string[] {
  const { id, secret, previousSecret, previousSecretUntil } = row;
  const rotating = previousSecretUntil !== null && previousSecretUntil.getTime() > nowMs;
  const sealed = previousSecret && rotating ? [secret, previousSecret] : [secret];
  return sealed.map((each) => openSecret(encryptionKey, locationOf(id, workspaceId), each));
}
