import { openSecret, sealSecret } from "@/server/db/secrets/secrets";
import type { Settings } from "../settings";

type Sealing = Pick<Settings, "encryptionKey">;

interface MailRef {
  readonly id: string;
  readonly workspaceId: string | null;
}

const secretContextOf = ({ id, workspaceId }: MailRef) => ({
  table: "mails",
  row: id,
  workspaceId: workspaceId ?? "",
});

/** Encrypts the text of a mail, bound to its row. */
export const sealBody = ({ encryptionKey }: Sealing, mail: MailRef, text: string): Buffer<ArrayBuffer> =>
  sealSecret(encryptionKey, secretContextOf(mail), text);

/**
 * Decrypts the text of a mail.
 * @throws Error under another key, or for the body of another mail
 */
export const openBody = ({ encryptionKey }: Sealing, mail: MailRef, body: Uint8Array): string =>
  openSecret(encryptionKey, secretContextOf(mail), body);
