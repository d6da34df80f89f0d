import { z } from "zod";
import { lockWorkspace } from "@/server/db/members/memberships";
import {
  closePlanRequest,
  insertPlanRequest,
  latestPlanRequest,
  type OpenPlanRequest,
  openPlanRequests,
  type PlanRequestRow,
  pendingPlanRequest,
} from "@/server/db/plan/plan-requests";
import { DomainError } from "@/server/domain/errors";
import { PLAN_NAMES } from "@/server/domain/plan/plans";
import { requireConfirmedEmail } from "../confirmed-email";
import { checked, fieldError, PlanName } from "../input";
import { deliverMail, storeMail } from "../mails/deliver";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import type { Services } from "../services";
import { readTransaction, writeTransaction } from "../transaction";

const MAX_LISTED = 500;

export const PlanWish = z.object({
  plan: PlanName,
  note: z.string().trim().max(500).optional(),
});

/** An owner's request; `asked` false when the same one is pending already. */
export interface PlanRequestResult {
  readonly row: PlanRequestRow;
  readonly asked: boolean;
}

/**
 * Requests another plan from the operator, as an owner. A new request replaces the pending one. Also works in a
 * suspended workspace: another plan may end the suspension.
 * @throws DomainError validation_error for the current plan; email_not_confirmed
 */
export async function requestPlan(
  context: RequestContext,
  input: z.input<typeof PlanWish>,
): Promise<PlanRequestResult> {
  const { plan, note } = checked(PlanWish, input);
  requireConfirmedEmail(context);
  const { services, actor } = context;
  const { mail, ...result } = await writeTransaction(context, async (tx) => {
    const workspace = await lockWorkspace(tx);
    // The plan of a trial ends with it, so that it can be asked for.
    if (workspace.plan === plan && workspace.lifecycle !== "trial")
      throw fieldError("plan", "same", "The workspace is on this plan already.");
    const before = await pendingPlanRequest(tx);
    if (before?.plan === plan && before.note === (note || null))
      return { row: before, asked: false, mail: null };
    const at = new Date(services.now());
    if (before) await closePlanRequest(tx, before.id, { status: "withdrawn", plan: null, at });
    const fields = { plan, note: note || null, requestedBy: actor.id, createdAt: at };
    const row = { id: services.newId("planRequest"), ...fields };
    await insertPlanRequest(tx, row);
    await recordChange(context, tx, {
      action: "workspace.plan_request",
      subject: row.id,
      before: { plan: workspace.plan },
      after: { plan, note: row.note },
    });
    const recipient = services.settings.operatorEmail;
    const letter = {
      template: "plan_request" as const,
      subject: `The ${PLAN_NAMES[plan]} plan is asked for`,
      text: `${workspace.name} (${workspace.id}) is on the ${PLAN_NAMES[workspace.plan]} plan and asks for the ${PLAN_NAMES[plan]} plan.\n\n${row.note ?? ""}\n\nAnswer with: npm run -s admin -- plan set --workspace ${workspace.id} --plan ${plan}\n`,
    };
    const mailKey =
      recipient === null
        ? null
        : await storeMail(services, tx.prisma, {
            ...letter,
            recipient,
            workspaceId: workspace.id,
            userId: null,
          });
    const waiting = { status: "pending", answeredAt: null, answeredPlan: null } as const;
    return { row: { ...row, ...waiting }, asked: true, mail: mailKey };
  });
  if (mail) await deliverMail(services, mail);
  return result;
}

/**
 * Withdraws the pending request.
 * @throws DomainError not_found when none is pending
 */
export function withdrawPlanRequest(context: RequestContext): Promise<{ id: string }> {
  return writeTransaction(context, async (tx) => {
    await lockWorkspace(tx);
    const pending = await pendingPlanRequest(tx);
    if (!pending) throw new DomainError("not_found", "No request for a plan is waiting.");
    const at = new Date(context.services.now());
    await closePlanRequest(tx, pending.id, { status: "withdrawn", plan: null, at });
    await recordChange(context, tx, {
      action: "workspace.plan_withdraw",
      subject: pending.id,
      before: { plan: pending.plan },
    });
    return { id: pending.id };
  });
}

/** Returns the workspace's latest request in any state; null when it never made one. */
export const readPlanRequest = (context: RequestContext): Promise<PlanRequestRow | null> =>
  readTransaction(context, latestPlanRequest);

/** Lists the pending requests of all workspaces, oldest first, for the operator. */
export const listPlanRequests = (services: Services): Promise<OpenPlanRequest[]> =>
  openPlanRequests(services.db, MAX_LISTED);
