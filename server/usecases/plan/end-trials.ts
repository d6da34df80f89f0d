import { tenantOf } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import { lockWorkspace } from "@/server/db/members/memberships";
import { dueTrials, trialEnd } from "@/server/db/plan/workspace-plan";
import type { PlanEffect } from "@/server/domain/plan/plan-change";
import { PLAN_NAMES } from "@/server/domain/plan/plans";
import { PLAN_AFTER_TRIAL } from "@/server/domain/plan/workspace-trial";
import { deliverMail } from "../mails/deliver";
import { storeMailsToOwners } from "../mails/to-owners";
import type { Services } from "../services";
import { workerContext } from "../worker-context";
import { changePlan } from "./change-plan";

const BATCH_SIZE = 20;

/** Ends every trial that is over; workers call it about once a minute. */
export async function endDueTrials(services: Services): Promise<void> {
  for (const id of await dueTrials(services.db, new Date(services.now()), BATCH_SIZE))
    await endTrial(services, id);
}

/**
 * Ends a workspace's trial if it is over: the Free plan follows, nothing is deleted, and the owners are mailed what
 * stops and what they can do. A repeat changes nothing.
 */
async function endTrial(services: Services, workspaceId: string): Promise<void> {
  const mails = await inTenant(services.db, tenantOf(workspaceId), async (tx) => {
    const workspace = await lockWorkspace(tx);
    const endsAt = await trialEnd(tx);
    if (workspace.lifecycle !== "trial" || endsAt === null || endsAt.getTime() > services.now()) return [];
    const context = await workerContext(services, tx);
    const stops = await changePlan(context, tx, workspace, PLAN_AFTER_TRIAL, "trial_end");
    const page = `${services.settings.publicUrl}/w/${workspaceId}/settings/plan`;
    return storeMailsToOwners(context, tx, endLetter(workspace.name, page, stops));
  });
  for (const mail of mails) await deliverMail(services, mail);
}

const endLetter = (name: string, page: string, stops: readonly PlanEffect[]) => ({
  template: "trial_ended" as const,
  subject: `The trial of ${name} has ended`,
  text: [
    `The trial of your workspace “${name}” has ended, and it is on the ${PLAN_NAMES[PLAN_AFTER_TRIAL]} plan now. Everything in it can still be read, and nothing was deleted.`,
    ...stops.map(({ message }) => `- ${message}`),
    `Compare the plans and choose one here:\n${page}\n`,
  ].join("\n\n"),
  action: page,
});
