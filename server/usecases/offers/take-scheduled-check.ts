import type { Tx } from "@/server/db/database/transaction";
import { listMemberRows, type WorkspaceRow } from "@/server/db/members/memberships";
import { markNotified, takeCheck } from "@/server/db/offers/check-usage";
import { PLAN_NAMES } from "@/server/domain/plan/plans";
import { monthOf } from "@/server/domain/plan/usage-period";
import { grouped } from "@/server/domain/text";
import { storeMail } from "../mails/deliver";
import { allowanceOf } from "../plan/quota";
import { recordWorkerChange } from "../record-worker-change";
import type { Services } from "../services";

/**
 * Counts a scheduled check against the month's limit. When the limit is reached it counts nothing and notifies owners
 * and admins once a month.
 * @returns whether the check may be made
 */
export async function takeScheduledCheck(
  services: Services,
  tx: Tx,
  workspace: WorkspaceRow,
): Promise<boolean> {
  const now = services.now();
  const month = monthOf(now);
  const limit = allowanceOf(workspace.plan, "checks");
  if ((await takeCheck(tx, month.startMs, limit)) !== null) return true;
  if (await markNotified(tx, month.startMs, new Date(now)))
    await notifyUsedUp(services, tx, workspace, limit ?? 0);
  return false;
}

async function notifyUsedUp(
  services: Services,
  tx: Tx,
  workspace: WorkspaceRow,
  limit: number,
): Promise<void> {
  const { endMs } = monthOf(services.now());
  const resets = new Date(endMs).toISOString();
  const subject = `Competitor checks of ${workspace.name} are used up for this month`;
  const action = `${services.settings.publicUrl}/w/${workspace.id}/settings/workspace`;
  const text = [
    `This month's ${grouped(limit)} page checks of the ${PLAN_NAMES[workspace.plan]} plan are used up. Competitors' pages are checked again`,
    `from ${resets.slice(0, 10)} (UTC), or once the plan holds more. Until then the prices known last are used as`,
    "long as the policy lets them be.",
    "",
    action,
  ].join("\n");
  for (const { userId, email, role } of await listMemberRows(tx))
    if (role === "owner" || role === "admin")
      await storeMail(services, tx.prisma, {
        workspaceId: workspace.id,
        userId,
        recipient: email,
        template: "checks_used_up",
        subject,
        text,
        action,
      });
  await recordWorkerChange(services, tx, {
    action: "checks.used_up",
    subject: workspace.id,
    after: { limit, resets_at: resets },
  });
}
