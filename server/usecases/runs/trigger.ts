import { lockWorkspace } from "@/server/db/members/memberships";
import { activePolicyVersion } from "@/server/db/policy/versions";
import { addJob } from "@/server/db/queue/queue";
import { countRunsSince, insertRun, type RunRow } from "@/server/db/runs/runs";
import { dayOf } from "@/server/domain/plan/usage-period";
import { ENGINE_VERSION, type RunTrigger } from "@/server/domain/runs/run";
import { requireAllowance } from "../plan/quota";
import { recordChange } from "../record-change";
import {
  type RequestContext,
  requireConfirmedEmail,
  requireWritableWorkspace,
  writeTransaction,
} from "../request-context";
import { findPricingMismatches, pricingConflict } from "../shop-pricing/terms";

/** The channel that triggers a run, and the tags that narrow it; no tags means the whole catalog. */
export interface RunRequest {
  readonly subsetTags: readonly string[];
  readonly trigger: RunTrigger;
}

/**
 * Queues a run; it starts at once, or after the workspace's earlier runs.
 * @throws DomainError conflict naming "vat" or "currency" when store, catalog, policy and workspace disagree on them;
 * plan_limit in a suspended workspace, email_not_confirmed, run_budget_exceeded when the plan's runs of the day (UTC)
 * are used up
 */
export async function triggerRun(context: RequestContext, request: RunRequest): Promise<RunRow> {
  const { services, actor } = context;
  return writeTransaction(context, async (tx) => {
    const policyVersion = await activePolicyVersion(tx);
    const mismatches = await findPricingMismatches(tx, policyVersion);
    if (mismatches.length > 0) throw pricingConflict(mismatches);
    requireWritableWorkspace(context);
    requireConfirmedEmail(context);
    const now = services.now();
    // The lock serializes a workspace's triggers: two concurrent ones cannot both take the last run of the day.
    const workspace = await lockWorkspace(tx);
    const today = dayOf(now);
    requireAllowance(workspace, "runs", await countRunsSince(tx, today.startMs), today);
    const run = await insertRun(tx, {
      id: services.newId("run"),
      trigger: request.trigger,
      requestedBy: actor.id,
      subsetTags: [...new Set(request.subsetTags)],
      policyVersion,
      engineVersion: ENGINE_VERSION,
      createdAt: new Date(now),
    });
    await addJob(tx, "run", { v: 1, workspaceId: tx.tenant.workspaceId, id: run.id });
    await recordChange(context, tx, {
      action: "run.trigger",
      subject: run.id,
      after: { trigger: run.trigger, subset_tags: run.subsetTags, policy_version: run.policyVersion },
    });
    return run;
  });
}
