import { z } from "zod";
import { extendTrial, hasOpenTrial } from "@/server/db/plan/workspace-plan";
import { findLifecycle, saveLifecycle } from "@/server/db/workspaces/lifecycle";
import { LIFECYCLES, type Lifecycle } from "@/server/domain/plan/plans";
import { trialEndFrom } from "@/server/domain/plan/workspace-trial";
import { checked } from "../../input";
import { recordChange } from "../../record-change";
import type { RequestContext } from "../../request-context";
import { writeTransaction } from "../../transaction";
import { BY_OPERATOR, beginDeletion } from "./request";

/** The workspace's current state and, while it is being deleted, when that takes effect. */
export interface SetLifecycle {
  readonly lifecycle: Lifecycle;
  readonly deletionAt: Date | null;
}

/**
 * Sets the workspace's state, for the operator. `deleting` begins the 30 days before deletion, and only the operator
 * can end that, by setting another state. `trial` begins a trial on the present plan, unless one goes on. `active` is
 * `trial` for a workspace whose trial nobody has ended: setting a plan does. A repeat changes nothing.
 * @throws DomainError validation_error for an unknown state
 */
export async function setLifecycle(context: RequestContext, requested: Lifecycle): Promise<SetLifecycle> {
  const chosen = checked(z.enum(LIFECYCLES), requested);
  return writeTransaction(context, async (tx) => {
    const before = await findLifecycle(tx, { lock: true });
    const goesOn = chosen === "active" && (await hasOpenTrial(tx));
    const lifecycle = goesOn ? "trial" : chosen;
    const isDeletedByOperator = before.deletionAt !== null && before.deletionBy === BY_OPERATOR;
    if (before.lifecycle === lifecycle && (lifecycle !== "deleting" || isDeletedByOperator))
      return { lifecycle, deletionAt: before.deletionAt };
    if (lifecycle === "deleting") {
      // One that an owner began goes on by its date, and is the operator's to cancel from now on.
      const { deletionAt } = await beginDeletion(context, tx, before);
      return { lifecycle, deletionAt };
    }
    const after = { lifecycle, before: null, deletionAt: null, deletionBy: null };
    const now = context.services.now();
    await saveLifecycle(tx, after, new Date(now));
    if (chosen === "trial") await extendTrial(tx, trialEndFrom(now), new Date(now));
    await recordChange(context, tx, {
      action: "workspace.lifecycle",
      subject: context.tenant.workspaceId,
      before: { lifecycle: before.lifecycle },
      after: { lifecycle },
    });
    return { lifecycle, deletionAt: null };
  });
}
