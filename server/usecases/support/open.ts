import { z } from "zod";
import type { Tx } from "@/server/db/database/transaction";
import { lockWorkspace, roleOf } from "@/server/db/members/memberships";
import { isStaffIn } from "@/server/db/support/staff";
import {
  findOpenSupportSession,
  lockOpenSupport,
  lockSupportRequest,
  type SupportRow,
  saveSupport,
  staffRequests,
} from "@/server/db/support/support";
import { HOUR_MS } from "@/server/domain/durations";
import { DomainError } from "@/server/domain/errors";
import { checked, fieldError } from "../input";
import { deliverMail } from "../mails/deliver";
import { storeMailsToOwners } from "../mails/to-owners";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import type { Services } from "../services";
import { writeTransaction } from "../transaction";
import { codeMatches } from "./code";
import { notWaitingError } from "./consent";
import { type StaffMember, staffContext } from "./staff";

/** Maximum duration of a session; the table's constraint allows no more. */
const SESSION_DURATION_MS = HOUR_MS;
const MAX_FAILURES = 5;
const MAX_OWN_REQUESTS = 500;

export const SupportOpening = z.object({ request_id: z.string(), code: z.string().max(50) });

/** An opened session. */
export interface OpenedSession {
  readonly id: string;
  readonly workspaceId: string;
  readonly expiresAt: Date;
}

/**
 * Opens the read-only session of 60 minutes that an owner's code permits. The code is valid once, for the staff
 * member who requested it, for ten minutes, and only while its author owns the workspace; five wrong attempts
 * invalidate it.
 * @throws DomainError not_found for a request that is not theirs; validation_error for an invalid code, without a
 * reason; conflict for a request that is no longer waiting, or while another session is open
 */
export async function openSession(
  services: Services,
  staff: StaffMember,
  input: z.input<typeof SupportOpening>,
): Promise<OpenedSession> {
  const { request_id: id, code } = checked(SupportOpening, input);
  const ownRequest = (await staffRequests(services.db, staff.id, MAX_OWN_REQUESTS)).find(
    (each) => each.id === id,
  );
  if (!ownRequest) throw new DomainError("not_found", "You have made no such request.");
  const context = staffContext(services, staff, ownRequest.workspace_id);
  // A wrong attempt is counted, so its transaction commits before the error is thrown.
  const opened = await writeTransaction(context, (tx) => attempt(context, tx, id, code));
  if (!opened) throw fieldError("code", "invalid", "This code is not valid; ask the owner for another one.");
  for (const mail of opened.mails) await deliverMail(services, mail);
  return { id, workspaceId: ownRequest.workspace_id, expiresAt: opened.expiresAt };
}

async function attempt(context: RequestContext, tx: Tx, id: string, code: string) {
  const { services, actor } = context;
  const workspace = await lockWorkspace(tx);
  const row = await lockSupportRequest(tx, id);
  if (!row || row.staffId !== actor.id || !(await isStaffIn(tx, actor.id)))
    throw new DomainError("not_found", "You have made no such request.");
  if (row.status !== "waiting") throw notWaitingError(row);
  if (!(await isConsentValid(context, tx, row, code))) {
    await countFailure(context, tx, row);
    return null;
  }
  await requireNoOther(context, tx);
  const startedAt = new Date(services.now());
  const expiresAt = new Date(services.now() + SESSION_DURATION_MS);
  await saveSupport(tx, id, { status: "open", startedAt, expiresAt, codeHash: null });
  await recordChange(context, tx, {
    action: "support.open",
    subject: id,
    after: { consented_by: row.consentedBy, expires_at: expiresAt },
  });
  const action = `${services.settings.publicUrl}/w/${workspace.id}/settings/support`;
  const mails = await storeMailsToOwners(context, tx, {
    template: "support_opened",
    subject: "Pricecheck support is looking at your workspace",
    text: `${actor.label} has opened the read-only session you allowed in “${workspace.name}”, until ${expiresAt.toISOString()} at the latest. You can end it at any time:\n\n${action}\n`,
    action,
  });
  return { expiresAt, mails };
}

async function isConsentValid(
  context: RequestContext,
  tx: Tx,
  row: SupportRow,
  code: string,
): Promise<boolean> {
  const { services } = context;
  const { codeHash, codeExpiresAt, consentedBy } = row;
  if (!codeHash || !codeExpiresAt || !consentedBy) return false;
  if (codeExpiresAt.getTime() <= services.now()) return false;
  if (!codeMatches(services.settings.authSecret, row.id, code, codeHash)) return false;
  return (await roleOf(tx, consentedBy)) === "owner";
}

async function countFailure(context: RequestContext, tx: Tx, row: SupportRow): Promise<void> {
  const codeFailures = row.codeFailures + 1;
  const exhausted = codeFailures >= MAX_FAILURES;
  await saveSupport(tx, row.id, { codeFailures, ...(exhausted ? { codeHash: null } : {}) });
  await recordChange(context, tx, {
    action: "support.code_refused",
    subject: row.id,
    after: { failures: codeFailures, code_ended: exhausted },
  });
}

/** Requires that no other session is open in the workspace; rows that are open but no longer valid are ended here. */
async function requireNoOther(context: RequestContext, tx: Tx): Promise<void> {
  const now = context.services.now();
  const live = await findOpenSupportSession(tx, new Date(now));
  if (live) throw new DomainError("conflict", "Another support session is open in this workspace.");
  for (const { id, expiresAt } of await lockOpenSupport(tx)) {
    const hasExpired = expiresAt !== null && expiresAt.getTime() <= now;
    const endedAt = hasExpired ? expiresAt : new Date(now);
    await saveSupport(tx, id, { status: "ended", endedAt, endReason: hasExpired ? "expired" : "lapsed" });
  }
}
