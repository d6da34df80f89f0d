import { z } from "zod";
import { lockFreezes } from "@/server/db/freezes/freezes";
import {
  saveWorkspaceSettings,
  type WorkspaceSettings,
  workspaceSettings,
} from "@/server/db/workspaces/settings";
import { CHECK_EVERY_HOURS } from "@/server/domain/offers/check-schedule";
import { applyFreezes } from "../freezes/frozen";
import { checked, TimeZoneName, WorkspaceName } from "../input";
import { rescheduleChecks } from "../offers/reschedule";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { restartSchedules } from "../schedules/wake";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";

/** The settings to change; omitted ones stay. */
export const WorkspaceChange = z.object({
  name: WorkspaceName.optional(),
  agents_may_approve: z.boolean().optional(),
  decides_once: z.boolean().nullable().optional(),
  check_every_hours: z
    .literal(CHECK_EVERY_HOURS, `Choose one of ${CHECK_EVERY_HOURS.join(", ")} hours; 0 is never.`)
    .optional(),
  time_zone: TimeZoneName.optional(),
  prior_price_progressive: z.boolean().optional(),
  reference_price_alerts: z.boolean().optional(),
});

/**
 * Changes the workspace's name, whether agents may approve prices in it and whether accepting one may approve it, how
 * often competitors' pages are checked, how the prior price of a reduction that grows is found, whether runs compare it
 * with what the shop strikes through, and the shop's time zone. In another time zone, the next slot of each schedule is
 * the first after now, and freezes begin and end by its clock.
 * @returns the current settings
 * @throws DomainError validation_error; plan_limit in a suspended workspace
 */
export function changeWorkspace(
  context: RequestContext,
  input: z.input<typeof WorkspaceChange>,
): Promise<WorkspaceSettings> {
  const changes = checked(WorkspaceChange, input);
  return writeTransaction(context, async (tx) => {
    if (changes.time_zone !== undefined) await lockFreezes(tx, "change");
    const before = await workspaceSettings(tx, { lock: true });
    const after: WorkspaceSettings = {
      ...before,
      name: changes.name ?? before.name,
      agentsMayApprove: changes.agents_may_approve ?? before.agentsMayApprove,
      decidesOnce: changes.decides_once === undefined ? before.decidesOnce : changes.decides_once,
      checkEveryHours: changes.check_every_hours ?? before.checkEveryHours,
      timeZone: changes.time_zone ?? before.timeZone,
      priorPriceProgressive: changes.prior_price_progressive ?? before.priorPriceProgressive,
      referencePriceAlerts: changes.reference_price_alerts ?? before.referencePriceAlerts,
    };
    const names = Object.keys(after) as (keyof WorkspaceSettings)[];
    if (names.every((name) => after[name] === before[name])) return before;
    requireWritableWorkspace(context);
    await saveWorkspaceSettings(tx, after);
    if (after.checkEveryHours !== before.checkEveryHours)
      await rescheduleChecks(context.services, tx, context.plan);
    if (after.timeZone !== before.timeZone) {
      await restartSchedules(context.services, tx, after.timeZone);
      await applyFreezes(tx, context.services.now());
    }
    await recordChange(context, tx, {
      action: "workspace.change",
      subject: context.tenant.workspaceId,
      before: { ...before },
      after: { ...after },
    });
    return after;
  });
}
