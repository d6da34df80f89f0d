import { DomainError } from "@/server/domain/errors";
import type { SelfServePlan } from "@/server/domain/plan/plans";
import { requireConfirmedEmail } from "../confirmed-email";
import type { RequestContext } from "../request-context";
import { applyPlan, type PlanChange } from "./change-plan";

/**
 * Sets the workspace's plan for an owner, where the installation lets owners do so; enterprise is the operator's.
 * @throws DomainError conflict where the operator sets plans; plan_limit in a suspended workspace; email_not_confirmed
 */
export async function changeOwnPlan(context: RequestContext, plan: SelfServePlan): Promise<PlanChange> {
  if (!context.services.settings.ownersSetPlans)
    throw new DomainError("conflict", "Here the operator sets the plan; ask for it.");
  requireConfirmedEmail(context);
  return applyPlan(context, plan, "owner");
}
