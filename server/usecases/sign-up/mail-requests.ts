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
import type { Services } from "../services";
import { signUpByMail } from "./sign-up";

/**
 * Delay until the lookup, after the answer has been sent: its duration depends on whether the address has an account.
 */
const LOOKUP_DELAY_MS = 250;
const RETRY_AFTER_MS = MINUTE_MS;
const RETRY_PERIOD_MS = DAY_MS;

/**
 * Stores a request from a person without a session, with the job that looks up the address and mails it. The work is
 * the same for every address, so its duration reveals nothing, and a request survives the end of the process.
 */
export async function requestMail(
  services: Services,
  request: Pick<MailRequest, "kind" | "email" | "name" | "timeZone">,
  { requestId, ip }: AccountOrigin,
): Promise<void> {
  const id = services.newId("request");
  const nowMs = services.now();
  const [createdAt, dueAt] = [new Date(nowMs), new Date(nowMs + LOOKUP_DELAY_MS)];
  // Rows and jobs belong to a workspace, and this person has none yet, so the row gets a new workspace id of its own.
  const tenant = tenantOf(services.newId("workspace"));
  await inTenant(services.db, tenant, async (tx) => {
    await insertMailRequest(tx, { id, ...request, requestId, ip, createdAt, dueAt });
    const payload = { v: 1, workspaceId: tenant.workspaceId, id } as const;
    await addJob(tx, "mail_request", payload, { runAtMs: dueAt.getTime() });
  });
}

/**
 * Looks up the person of a request, mails them and deletes the request. A request of a killed worker is retried after a
 * minute, so that its person may receive two mails, but never none. A request that fails for a day is deleted.
 */
export async function processMailRequest(services: Services, tenant: Tenant, id: string): Promise<void> {
  const nowMs = services.now();
  const [at, until] = [new Date(nowMs), new Date(nowMs + RETRY_AFTER_MS)];
  const request = await inTenant(services.db, tenant, (tx) => takeMailRequest(tx, id, { at, until }));
  if (!request) return;
  const isOver = request.createdAt.getTime() < nowMs - RETRY_PERIOD_MS;
  // Without a mail server the link would reach no one.
  if (!isOver && services.settings.smtpUrl !== null) await sendMail(services, request);
  await inTenant(services.db, tenant, (tx) => deleteMailRequest(tx, id));
}

function sendMail(services: Services, request: MailRequest): Promise<void> {
  switch (request.kind) {
    case "sign_up":
      return signUpByMail(services, request, request);
    case "reset_password":
      return mailPasswordReset(services, request.email, request);
  }
}
