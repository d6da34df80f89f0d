import type { Tx } from "@/server/db/database/transaction";
import type { MailKey } from "@/server/db/mails/mails";
import { lockWorkspace, type WorkspaceRow } from "@/server/db/members/memberships";
import { closePlanRequest, pendingPlanRequest } from "@/server/db/plan/plan-requests";
import { hasOpenTrial, savePlan } from "@/server/db/plan/workspace-plan";
import { type PlanEffect, whatStops } from "@/server/domain/plan/plan-change";
import { PLAN_NAMES, type Plan } from "@/server/domain/plan/plans";
import { deliverMail } from "../mails/deliver";
import { storeMailsToOwners } from "../mails/to-owners";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { planUse } from "./plan-use";

/**
 * What changes a workspace's plan: the operator, an owner, the end of its trial, or in the future a billing provider.
 */
export type PlanSource = "operator" | "owner" | "trial_end" | "provider";

/** The current plan, what it stops, and how an owner's pending request was answered. */
export interface PlanChange {
  readonly plan: Plan;
  readonly stops: readonly PlanEffect[];
  readonly request: "granted" | "declined" | null;
}

/**
 * Sets the workspace's plan and ends its trial; a billing provider would call it. What exceeds a smaller plan's caps
 * stays; only adding more is refused. It answers an owner's pending request: granted when it asked for that plan,
 * otherwise declined; the owners are notified by mail. A repeat changes nothing.
 * @throws DomainError plan_limit for an owner of a workspace that is suspended or being deleted by now
 */
export async function applyPlan(
  context: RequestContext,
  plan: Plan,
  source: PlanSource,
): Promise<PlanChange> {
  const { mails, ...changed } = await writeTransaction(context, async (tx) => {
    const before = await lockWorkspace(tx);
    if (source === "owner") requireWritableWorkspace({ ...context, lifecycle: before.lifecycle });
    const stops = await changePlan(context, tx, before, plan, source);
    return { plan, stops, ...(await closeRequest(context, tx, before, plan, stops)) };
  });
  for (const mail of mails) await deliverMail(context.services, mail);
  return changed;
}

/**
 * Changes the plan in the caller's transaction, which has locked the workspace; every change of a plan goes through
 * here.
 * @returns what stops
 */
export async function changePlan(
  context: RequestContext,
  tx: Tx,
  before: WorkspaceRow,
  plan: Plan,
  source: PlanSource,
): Promise<PlanEffect[]> {
  const stops = whatStops(before.plan, plan, await planUse(context, tx));
  if (before.plan === plan && !(await hasOpenTrial(tx))) return stops;
  const at = new Date(context.services.now());
  await savePlan(tx, { plan, keepsTrialEnd: source === "trial_end", at });
  await recordChange(context, tx, {
    action: "workspace.plan",
    subject: before.id,
    before: { plan: before.plan, lifecycle: before.lifecycle },
    after: { plan, lifecycle: before.lifecycle === "trial" ? "active" : before.lifecycle, source },
  });
  return stops;
}

async function closeRequest(
  context: RequestContext,
  tx: Tx,
  before: WorkspaceRow,
  plan: Plan,
  stops: readonly PlanEffect[],
): Promise<{ request: PlanChange["request"]; mails: readonly MailKey[] }> {
  const pending = await pendingPlanRequest(tx);
  if (!pending) return { request: null, mails: [] };
  const status = pending.plan === plan ? "granted" : "declined";
  await closePlanRequest(tx, pending.id, { status, plan, at: new Date(context.services.now()) });
  await recordChange(context, tx, {
    action: "workspace.plan_answer",
    subject: pending.id,
    before: { plan: pending.plan, status: "pending" },
    after: { plan, status },
  });
  const action = `${context.services.settings.publicUrl}/w/${before.id}/settings/plan`;
  const mails = await storeMailsToOwners(context, tx, {
    template: "plan_answer",
    subject:
      status === "granted"
        ? `You are on the ${PLAN_NAMES[plan]} plan now`
        : `Your request for the ${PLAN_NAMES[pending.plan]} plan`,
    text: [
      status === "granted"
        ? `Your workspace “${before.name}” is on the ${PLAN_NAMES[plan]} plan now, as you asked.`
        : `Your workspace “${before.name}” is on the ${PLAN_NAMES[plan]} plan; your request for the ${PLAN_NAMES[pending.plan]} plan was declined.`,
      ...stops.map(({ message }) => `- ${message}`),
      `${action}\n`,
    ].join("\n\n"),
    action,
  });
  return { request: status, mails };
}
