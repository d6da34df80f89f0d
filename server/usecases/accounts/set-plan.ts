import type { Plan } from "@/server/domain/plans";
import type { Acting } from "../acting";
import { type PlanChange, planChanged } from "../billing/change-plan";
import { PlanName, checked } from "./fields";

/**
 * Puts the workspace on a plan as the operator says.
 * @throws DomainError validation_error for an unknown plan
 */
export const setPlan = async (acting: Acting, wanted: Plan): Promise<PlanChange> =>
  planChanged(acting, checked(PlanName, wanted), "operator");
