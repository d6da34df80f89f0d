import { auditSpan } from "@/server/db/audit/reading";
import { tenantOf } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import type { MailKey } from "@/server/db/mails/mails";
import { findWorkspace } from "@/server/db/members/memberships";
import {
  insertNotices,
  listNotices,
  listRecipients,
  liveWorkspaces,
  lockNotificationRound,
  purgeNotices,
  WORKSPACE_AS_RECIPIENT,
} from "@/server/db/notifications/notifications";
import { workspaceTimeZone } from "@/server/db/workspaces/settings";
import { DAY_MS } from "@/server/domain/durations";
import { TOPICS } from "@/server/domain/notifications/notification";
import { acceptsMutations } from "@/server/domain/plan/plans";
import { deliverMail } from "../mails/deliver";
import { reportUnexpected } from "../report";
import type { Services } from "../services";
import { notifyOfApprovals } from "./approvals";
import { sendDigests } from "./digest";
import { notifyOfProblems } from "./problems";
import type { NotificationRound } from "./round";

const BATCH_SIZE = 100;
const AUDIT_HEAD = "audit_head";
/** Longer than any look-back; notices of failing stores are kept until those stores work again. */
const NOTICE_RETENTION_MS = 14 * DAY_MS;
const PURGED_TOPICS = [...TOPICS.filter((topic) => topic !== "integrations"), AUDIT_HEAD];

/**
 * Notifies the members of every workspace of the topics they chose: each subject once, however often and by however
 * many processes it is called. A failure in one workspace is logged and does not stop the others.
 */
export async function notifyMembers(services: Services): Promise<void> {
  for (let after = ""; ; ) {
    const ids = await liveWorkspaces(services.db, after, BATCH_SIZE);
    for (const id of ids) {
      try {
        await notifyWorkspace(services, id);
      } catch (error) {
        reportUnexpected(services, id, {}, error);
      }
    }
    const last = ids.at(-1);
    if (last === undefined || ids.length < BATCH_SIZE) return;
    after = last;
  }
}

/** Runs one round over one workspace: stores all mails in one transaction and sends them after the commit. */
async function notifyWorkspace(services: Services, workspaceId: string): Promise<void> {
  const mailKeys = await inTenant(services.db, tenantOf(workspaceId), async (tx): Promise<MailKey[]> => {
    if (!(await lockNotificationRound(tx))) return [];
    const workspace = await findWorkspace(tx);
    if (!workspace || !acceptsMutations(workspace.lifecycle)) return [];
    await purgeNotices(tx, PURGED_TOPICS, new Date(services.now() - NOTICE_RETENTION_MS));
    const notices = await listNotices(tx);
    const recipients = await listRecipients(tx);
    const timeZone = await workspaceTimeZone(tx);
    const round: NotificationRound = { services, tx, workspace, timeZone, notices, recipients, mailKeys: [] };
    await notifyOfProblems(round);
    await notifyOfApprovals(round);
    await sendDigests(round);
    await publishHead(round);
    return round.mailKeys;
  });
  for (const mail of mailKeys) await deliverMail(services, mail);
}

/** Writes the end of the audit log to the service's own log once a day (UTC), for a later comparison. */
async function publishHead({ services, tx, workspace, notices }: NotificationRound): Promise<void> {
  const at = new Date(services.now());
  const subject = at.toISOString().slice(0, 10);
  if (notices.some((notice) => notice.topic === AUDIT_HEAD && notice.subject === subject)) return;
  const { end } = await auditSpan(tx, { from: null, to: null });
  await insertNotices(tx, [{ userId: WORKSPACE_AS_RECIPIENT, topic: AUDIT_HEAD, subject, at }]);
  services.log.info(
    { workspace: workspace.id, events: String(end.seq), head: end.hash },
    "the audit log's end of this day",
  );
}
