import {
  deleteMailRequest,
  insertMailRequest,
  type MailRequest,
  takeMailRequest,
} from "@/server/db/accounts/mail-requests";
import { type Tenant, tenantOf } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import { addJob } from "@/server/db/queue/queue";
import { DAY_MS, MINUTE_MS } from "@/server/domain/durations";
import type { AccountOrigin } from "../account-log";
import { mailPasswordReset } from "../accounts/password";
import type { Services } from "../request-context";
import { signUpByMail } from "./sign-up";

/** The work differs with who has an account. It begins when the answer has surely been sent, so that its time tells nothing. */
const AFTER_THE_ANSWER_MS = 250;
const AGAIN_AFTER_MS = MINUTE_MS;
const TRIED_FOR_MS = DAY_MS;

/**
 * Stores what somebody without a session typed, with the job that looks the address up and mails it. Every address
 * costs the same here, and what was answered is not lost with the process.
 */
export async function askForMail(
  services: Services,
  asked: Pick<MailRequest, "kind" | "email" | "name">,
  { requestId, ip }: AccountOrigin,
): Promise<void> {
  const id = services.newId("request");
  const nowMs = services.now();
  const [createdAt, dueAt] = [new Date(nowMs), new Date(nowMs + AFTER_THE_ANSWER_MS)];
  // Rows and jobs belong to a workspace, and this person has none yet: an id of its own keeps the row to itself.
  const tenant = tenantOf(services.newId("workspace"));
  await inTenant(services.db, tenant, async (tx) => {
    await insertMailRequest(tx, { id, ...asked, requestId, ip, createdAt, dueAt });
    const payload = { v: 1, workspaceId: tenant.workspaceId, id } as const;
    await addJob(tx, "mail_request", payload, { runAtMs: dueAt.getTime() });
  });
}

/**
 * Looks up who a request is from and mails them, then ends the request. One whose worker was lost in between is taken up
 * again after a minute: its reader may get two mails, never none. One that fails for a day is given up.
 */
export async function answerMailRequest(services: Services, tenant: Tenant, id: string): Promise<void> {
  const nowMs = services.now();
  const [at, until] = [new Date(nowMs), new Date(nowMs + AGAIN_AFTER_MS)];
  const request = await inTenant(services.db, tenant, (tx) => takeMailRequest(tx, id, { at, until }));
  if (!request) return;
  const isOver = request.createdAt.getTime() < nowMs - TRIED_FOR_MS;
  // Without a mail server a link would be shown to nobody.
  if (!isOver && services.settings.smtpUrl !== null) await write(services, request);
  await inTenant(services.db, tenant, (tx) => deleteMailRequest(tx, id));
}

function write(services: Services, request: MailRequest): Promise<void> {
  switch (request.kind) {
    case "sign_up":
      return signUpByMail(services, request, request);
    case "reset_password":
      return mailPasswordReset(services, request.email, request);
  }
}
