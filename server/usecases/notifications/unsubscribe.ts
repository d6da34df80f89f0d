import { appendAudit } from "@/server/db/audit/audit";
import { tenantOf } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import { findWorkspace, roleOf } from "@/server/db/members/memberships";
import { findChoices, putChoices } from "@/server/db/notifications/notifications";
import { workspaceTimeZone } from "@/server/db/workspaces/settings";
import { defaultChoices, wants, without } from "@/server/domain/notifications/notification";
import type { UnsubscribeTarget } from "../mails/unsubscribe-link";
import type { Services } from "../services";

/**
 * Ends one person's mails of a topic, authorized by their signed link alone. Works in a workspace of any state; does
 * nothing for a person who is not a member or has unsubscribed before.
 */
export async function unsubscribe(
  services: Services,
  { workspaceId, userId, topic }: UnsubscribeTarget,
  { requestId, ip }: { requestId: string; ip: string | null },
): Promise<void> {
  await inTenant(services.db, tenantOf(workspaceId), async (tx) => {
    const role = (await findWorkspace(tx)) && (await roleOf(tx, userId));
    if (!role) return;
    const before = (await findChoices(tx, userId)) ?? defaultChoices(role, await workspaceTimeZone(tx));
    if (!wants(before, topic)) return;
    const after = without(before, topic);
    await putChoices(tx, userId, after, new Date(services.now()));
    await appendAudit(
      tx,
      {
        id: services.newId("event"),
        at: services.now(),
        actor: { kind: "user", id: userId, label: userId },
        via: "mail",
        requestId,
        ip,
      },
      { action: "notifications.unsubscribe", subject: userId, before: { ...before }, after: { ...after } },
    );
  });
}
