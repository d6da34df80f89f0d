import { waitingApprovals } from "@/server/db/notifications/problems";
import { QUIET_MS, REMINDER_INTERVAL_MS } from "@/server/domain/notifications/notification";
import { PLAN_LIMITS } from "@/server/domain/plan/plans";
import { grouped } from "@/server/domain/text";
import { nameInLine } from "../mails/mail-options";
import { lastNotifiedMs, type NotificationRound, notify, pageUrl, readersOf } from "./round";

/**
 * Notifies members who may approve of pending approvals: all of them in one mail, at most every few hours, and again
 * only when more are pending or a day has passed. Does nothing on a plan without write-backs.
 */
export async function notifyOfApprovals(round: NotificationRound): Promise<void> {
  const { services, tx, workspace } = round;
  if (!PLAN_LIMITS[workspace.plan].writeBack) return;
  const nowMs = services.now();
  const { count, latest } = await waitingApprovals(tx, new Date(nowMs));
  if (count === 0 || latest === null) return;
  for (const reader of readersOf(round, "approvals")) {
    const lastMs = lastNotifiedMs(round, reader.userId, "approvals");
    if (lastMs !== null && nowMs - lastMs < QUIET_MS.approvals) continue;
    if (lastMs !== null && latest.getTime() <= lastMs && nowMs - lastMs < REMINDER_INTERVAL_MS) continue;
    const waitingText =
      count === 1 ? "1 price waits for approval" : `${grouped(count)} prices wait for approval`;
    const action = pageUrl(round, "/approvals");
    await notify(round, reader, "approvals", {
      // The subject carries the previous mail's time: of two concurrent rounds only one can insert it.
      subjects: [`after:${lastMs ?? 0}`],
      subject: `${workspace.name}: ${waitingText}`,
      text: `In “${nameInLine(workspace.name)}”, ${waitingText}. Look at them and decide here:\n${action}`,
      action,
    });
  }
}
