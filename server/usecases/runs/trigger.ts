import { lockWorkspace } from "@/server/db/members/memberships";
import { activePolicyVersion } from "@/server/db/policy/versions";
import { addJob } from "@/server/db/queue/queue";
import { countRunsSince, insertRun, type RunRow } from "@/server/db/runs/runs";
import { dayOf } from "@/server/domain/plan/usage-period";
import { ENGINE_VERSION, type RunTrigger } from "@/server/domain/runs/run";
import { requireAllowance } from "../plan/quota";
import { recordChange } from "../record-change";
import { change, type RequestContext, requireConfirmedEmail, requireLive } from "../request-context";
import { contradictionsIn, pricingConflict } from "../shop-pricing/read";

/** What a caller may say of a run: which way it was asked for, and the tags that narrow it; none means everything. */
export interface RunRequest {
  readonly subsetTags: readonly string[];
  readonly trigger: RunTrigger;
}

/**
 * Asks for a run: it starts at once, or after those the workspace asked for before it.
 * @throws DomainError conflict naming "vat" or "currency" where store, catalog, policy and workspace say different things
 * of the shop's prices; plan_limit in a suspended workspace, email_not_confirmed, run_budget_exceeded when the plan's runs
 * of the day (UTC) are used up
 */
export async function triggerRun(context: RequestContext, request: RunRequest): Promise<RunRow> {
  const { services, actor } = context;
  return change(context, async (tx) => {
    const policyVersion = await activePolicyVersion(tx);
    const contradictions = await contradictionsIn(tx, policyVersion);
    if (contradictions.length > 0) throw pricingConflict(contradictions);
    requireLive(context);
    requireConfirmedEmail(context);
    const now = services.now();
    // Triggers of one workspace queue up on its row: two at once cannot both take the last run of the day.
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
