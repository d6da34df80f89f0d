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
  WORKSPACE_AS_RECIPIENT,
  workspaceCreatedAt,
} from "@/server/db/notifications/notifications";
import { type DeprecatedOperation, earliestSunset } from "@/server/domain/deprecation";
import type { Role } from "@/server/domain/permissions";
import { deliverMail, storeMail } from "../mails/deliver";
import type { Services } from "../services";

const BATCH_SIZE = 100;
const TOPIC = "deprecation";
const RECIPIENT_ROLES: readonly Role[] = ["owner", "admin"];

const subjectOf = ({ operation, since }: DeprecatedOperation): string => `${operation}@${since}`;

/**
 * Notifies the owners and administrators of every workspace of deprecated operations: once per workspace, whatever
 * their notification choices. Skips deprecations older than the workspace: it was never promised the operation.
 */
export async function notifyDeprecations(
  services: Services,
  operations: readonly DeprecatedOperation[],
): Promise<void> {
  if (operations.length === 0) return;
  for (let after = ""; ; ) {
    const ids = await liveWorkspaces(services.db, after, BATCH_SIZE);
    for (const id of ids) await notifyWorkspace(services, id, operations);
    const last = ids.at(-1);
    if (last === undefined || ids.length < BATCH_SIZE) return;
    after = last;
  }
}

async function notifyWorkspace(
  services: Services,
  workspaceId: string,
  operations: readonly DeprecatedOperation[],
): Promise<void> {
  const nowMs = services.now();
  const mails = await inTenant(services.db, tenantOf(workspaceId), async (tx): Promise<MailKey[]> => {
    if (!(await lockNotificationRound(tx))) return [];
    const workspace = await findWorkspace(tx);
    const createdAt = await workspaceCreatedAt(tx);
    if (!workspace || createdAt === null) return [];
    const notified = new Set(
      (await listNotices(tx)).filter(({ topic }) => topic === TOPIC).map((n) => n.subject),
    );
    const unannounced = operations.filter(
      (each) => Date.parse(each.since) >= createdAt.getTime() && !notified.has(subjectOf(each)),
    );
    const recipients = (await listRecipients(tx)).filter(({ role }) => RECIPIENT_ROLES.includes(role));
    if (unannounced.length === 0 || recipients.length === 0) return [];
    for (const each of unannounced) warnIfLate(services, workspaceId, each);
    const at = new Date(nowMs);
    await insertNotices(
      tx,
      unannounced.map((each) => ({
        userId: WORKSPACE_AS_RECIPIENT,
        topic: TOPIC,
        subject: subjectOf(each),
        at,
      })),
    );
    const content = {
      template: "api_deprecation" as const,
      subject: `${workspace.name}: ${unannounced.length === 1 ? "a part" : `${unannounced.length} parts`} of the API will go`,
      text: textOf(services, unannounced),
      action: referenceOf(services),
    };
    const mailKeys: MailKey[] = [];
    for (const { userId, email: recipient } of recipients)
      mailKeys.push(await storeMail(services, tx.prisma, { workspaceId, userId, recipient, ...content }));
    return mailKeys;
  });
  for (const mail of mails) await deliverMail(services, mail);
}

/** Returns until when the operation works for readers of this notice, as ISO 8601. */
const worksUntil = ({ sunset }: DeprecatedOperation, announcedMs: number): string =>
  new Date(Math.max(Date.parse(sunset), earliestSunset(announcedMs))).toISOString();

/** Logs a warning when the notice comes so late that the promised period ends after the operation's sunset. */
function warnIfLate(services: Services, workspace: string, operation: DeprecatedOperation): void {
  const until = worksUntil(operation, services.now());
  if (Date.parse(until) <= Date.parse(operation.sunset)) return;
  services.log.warn(
    { workspace, operation: operation.operation, sunset: operation.sunset, keep_until: until },
    "a deprecation was told late: keep the operation longer than its sunset says",
  );
}

const referenceOf = ({ settings }: Services): string => `${settings.publicUrl}/reference`;

const textOf = (services: Services, unannounced: readonly DeprecatedOperation[]): string =>
  [
    "You or your programs may use what is listed here. It works on for at least six months from now:",
    ...unannounced.map((each) => {
      const until = worksUntil(each, services.now()).slice(0, 10);
      return `${each.method} ${each.path} (${each.operation})\nworks until ${until} (UTC); use ${each.replacement} instead.`;
    }),
    `Its answers carry the headers Deprecation and Sunset until then. The reference marks it:\n${referenceOf(services)}\n`,
  ].join("\n\n");
