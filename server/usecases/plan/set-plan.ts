import type { Plan } from "@/server/domain/plan/plans";
import { checked, PlanName } from "../input";
import type { RequestContext } from "../request-context";
import { applyPlan, type PlanChange } from "./change-plan";

/**
 * Sets the workspace's plan, for the operator.
 * @throws DomainError validation_error for an unknown plan
 */
export const setPlan = async (context: RequestContext, newPlan: Plan): Promise<PlanChange> =>
  applyPlan(context, checked(PlanName, newPlan), "operator");
