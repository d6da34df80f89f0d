import type { Plan } from "@/server/domain/plan/plans";
import { checked, PlanName } from "../input";
import type { RequestContext } from "../request-context";
import { type PlanChange, planChanged } from "./change-plan";

/**
 * Puts the workspace on a plan as the operator says.
 * @throws DomainError validation_error for an unknown plan
 */
export const setPlan = async (context: RequestContext, wanted: Plan): Promise<PlanChange> =>
  planChanged(context, checked(PlanName, wanted), "operator");
