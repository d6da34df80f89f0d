import { lockWorkspace, updatePlan } from "@/server/db/memberships";
import type { Plan } from "@/server/domain/plans";
import { type Acting, change } from "../acting";
import { recordChange } from "../audit";
import { PlanName, checked } from "./fields";

/**
 * Puts the workspace on a plan. What exceeds a smaller plan's caps stays; only adding more is refused.
 * @throws DomainError validation_error for an unknown plan
 */
export async function setPlan(acting: Acting, wanted: Plan): Promise<{ plan: Plan }> {
  const plan = checked(PlanName, wanted);
  return change(acting, async (tx) => {
    const before = await lockWorkspace(tx);
    if (before.plan === plan) return { plan };
    await updatePlan(tx, plan);
    await recordChange(acting, tx, {
      action: "workspace.plan",
      subject: before.id,
      before: { plan: before.plan },
      after: { plan },
    });
    return { plan };
  });
}
