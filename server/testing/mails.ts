import { tenantOf } from "@/server/db/database/tenant";
import { dueWork } from "@/server/db/queue/queue";
import { SECOND_MS } from "@/server/domain/durations";
import { openBody } from "@/server/usecases/mails/body";
import { processMailRequest } from "@/server/usecases/sign-up/mail-requests";
import type { TestService } from "./service";

/** An address without a mail server: mails stay queued and encrypted, and tests read them here. */
export const UNREACHABLE_MAIL_SERVER = "smtp://127.0.0.1:9";

export interface TestMail {
  readonly recipient: string;
  readonly userId: string | null;
  readonly subject: string;
  readonly topic: string | null;
  readonly text: string;
}

interface Row {
  readonly id: string;
  readonly workspace_id: string | null;
  readonly user_id: string | null;
  readonly recipient: string;
  readonly subject: string;
  readonly topic: string | null;
  readonly body: Buffer | null;
}

/** Returns the mails to an address, or all of them, oldest first, decrypted. The text is empty once it was deleted. */
export async function mailsOf(service: TestService, recipient: string | null = null): Promise<TestMail[]> {
  const rows = await service.sql<Row>(
    `SELECT id, workspace_id, user_id, recipient, subject, topic, body FROM mails
     WHERE $1::text IS NULL OR recipient = $1 ORDER BY id`,
    [recipient],
  );
  return rows.map(({ id, workspace_id: workspaceId, user_id: userId, body, ...mail }) => ({
    ...mail,
    userId,
    text: body === null ? "" : openBody(service.services.settings, { id, workspaceId }, body),
  }));
}

/** Returns the code of the link in the newest mail to an address; "" if it has none. */
export async function mailedCode(service: TestService, recipient: string): Promise<string> {
  return /code=([\w-]+)/.exec((await mailsOf(service, recipient)).at(-1)?.text ?? "")?.[1] ?? "";
}

/** Answers what people without a session asked for, as a worker does a moment later. */
export async function processMailRequests({ services, clock }: TestService): Promise<void> {
  clock.advance(SECOND_MS);
  const part = { atMs: services.now(), afterId: "", most: 100 };
  for (const { workspaceId, id } of await dueWork(services.db, "mail_request", part))
    await processMailRequest(services, tenantOf(workspaceId), id);
}
