import type { z } from "zod";
import { lockWorkspace } from "@/server/db/members/memberships";
import { countSchedules, insertSchedule } from "@/server/db/schedules/schedules";
import { workspaceTimeZone } from "@/server/db/workspaces/settings";
import { DomainError } from "@/server/domain/errors";
import { MAX_SCHEDULES } from "@/server/domain/schedules/schedule";
import { isAgent } from "../agents-may-approve";
import { requireConfirmedEmail } from "../confirmed-email";
import { checked } from "../input";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { fieldsOf, NewSchedule, settingsOf } from "./input";
import { type ScheduleView, viewOf } from "./read";
import { wakeAt } from "./wake";

/**
 * Creates a schedule; its first slot is the first after now.
 * @throws DomainError validation_error; conflict when the workspace has as many schedules as it may; plan_limit in a
 * suspended workspace; email_not_confirmed, as for triggering a run
 */
export function createSchedule(
  context: RequestContext,
  input: z.input<typeof NewSchedule>,
): Promise<ScheduleView> {
  const settings = settingsOf(checked(NewSchedule, input));
  const { services, actor } = context;
  return writeTransaction(context, async (tx) => {
    // The lock serialises a workspace's changes: two concurrent ones cannot both add the last schedule.
    await lockWorkspace(tx);
    if ((await countSchedules(tx)) >= MAX_SCHEDULES)
      throw new DomainError(
        "conflict",
        `A workspace has at most ${MAX_SCHEDULES} schedules; delete one first.`,
      );
    requireWritableWorkspace(context);
    requireConfirmedEmail(context);
    const nowMs = services.now();
    const timeZone = await workspaceTimeZone(tx);
    const row = await insertSchedule(tx, {
      ...settings,
      id: services.newId("schedule"),
      byAgent: isAgent(context),
      createdBy: actor.id,
      wakeAt: wakeAt(settings, { running: null, timeZone, handledMs: nowMs, nowMs }),
      at: new Date(nowMs),
    });
    await recordChange(context, tx, {
      action: "schedule.create",
      subject: row.id,
      after: fieldsOf(settings),
    });
    return viewOf(context, tx, row);
  });
}
