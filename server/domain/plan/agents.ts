import { DomainError } from "../errors";
import { PLAN_LIMITS, type Plan } from "./plans";

/** Returns the error for an agent in a workspace whose plan has no agents; null if it has. */
export const agentsNotInPlan = (plan: Plan): DomainError | null =>
  PLAN_LIMITS[plan].agents
    ? null
    : new DomainError("plan_limit", "Agents need the Max or Enterprise plan.", { limit: "mcp", plan });
