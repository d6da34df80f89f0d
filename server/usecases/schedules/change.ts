import type { z } from "zod";
import { lockWorkspace } from "@/server/db/members/memberships";
import {
  deleteSchedule as deleteRow,
  findSchedule,
  type ScheduleSettings,
  updateSchedule,
} from "@/server/db/schedules/schedules";
import { workspaceTimeZone } from "@/server/db/workspaces/settings";
import { notFound } from "@/server/domain/errors";
import { isAgent } from "../agents-may-approve";
import { requireConfirmedEmail } from "../confirmed-email";
import { checked } from "../input";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { fieldsOf, ScheduleChange, settingsOf } from "./input";
import { type ScheduleView, viewOf } from "./read";
import { restartSchedule } from "./wake";

/** Result of a change of a schedule: the changed schedule, or no change. */
export type ScheduleChanged =
  | { readonly idempotent: true }
  | { readonly idempotent: false; readonly schedule: ScheduleView };

/**
 * Changes the given fields of a schedule. With other times, days or quiet hours, and when it is switched on, its next
 * slot is the first after now. What is under way goes on. A repeat changes nothing, except that
 * it takes a schedule over that an agent set.
 * @throws DomainError validation_error, not_found, plan_limit in a suspended workspace, email_not_confirmed
 */
export function changeSchedule(
  context: RequestContext,
  id: string,
  input: z.input<typeof ScheduleChange>,
): Promise<ScheduleChanged> {
  const changes = checked(ScheduleChange, input);
  const { services } = context;
  return writeTransaction(context, async (tx) => {
    await lockWorkspace(tx);
    const before = await findSchedule(tx, id);
    if (before === null) throw notFound("schedule");
    const given = Object.entries(changes).filter(([, value]) => value !== undefined);
    const after = settingsOf({ ...fieldsOf(before), ...Object.fromEntries(given) });
    const byAgent = isAgent(context);
    // Who saves an agent's schedule as it is makes it theirs.
    const takesOver = before.byAgent && !byAgent;
    if (areEqual(fieldsOf(before), fieldsOf(after)) && !takesOver) return { idempotent: true };
    requireWritableWorkspace(context);
    requireConfirmedEmail(context);
    const row = await updateSchedule(tx, id, after, {
      byAgent,
      at: new Date(services.now()),
    });
    if (!areEqual(timingOf(before), timingOf(after)))
      await restartSchedule(services, tx, row, await workspaceTimeZone(tx));
    await recordChange(context, tx, {
      action: "schedule.change",
      subject: id,
      before: fieldsOf(before),
      after: fieldsOf(after),
    });
    return { idempotent: false, schedule: await viewOf(context, tx, (await findSchedule(tx, id)) ?? row) };
  });
}

/**
 * Deletes a schedule with its history; its runs stay, and one that is queued or running goes on.
 * @throws DomainError not_found, plan_limit in a suspended workspace
 */
export function deleteSchedule(context: RequestContext, id: string): Promise<{ readonly id: string }> {
  return writeTransaction(context, async (tx) => {
    await lockWorkspace(tx);
    const before = await findSchedule(tx, id);
    if (before === null) throw notFound("schedule");
    requireWritableWorkspace(context);
    await deleteRow(tx, id);
    await recordChange(context, tx, { action: "schedule.delete", subject: id, before: fieldsOf(before) });
    return { id };
  });
}

const timingOf = ({ enabled, days, times, quietHours }: ScheduleSettings) => ({
  enabled,
  days,
  times,
  quietHours,
});

/** Whether two values of the same fields in the same order are equal. */
const areEqual = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b);
