import type { Tx } from "@/server/db/database/transaction";
import { lockWorkspace } from "@/server/db/members/memberships";
import { activePolicyVersion } from "@/server/db/policy/versions";
import { addJob } from "@/server/db/queue/queue";
import {
  countRunsSince,
  insertRefusedRun,
  insertRun,
  type NewRun,
  type RunPreparation,
  type RunRow,
} from "@/server/db/runs/runs";
import { dayOf } from "@/server/domain/plan/usage-period";
import { ENGINE_VERSION } from "@/server/domain/pricing/engine";
import { type RunTrigger } from "@/server/domain/runs/run";
import { isAgent } from "../agents-may-approve";
import { requireConfirmedEmail } from "../confirmed-email";
import { requireAllowance } from "../plan/quota";
import { findPricingMismatches, pricingConflict } from "../policy/terms";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { raiseFailure } from "./fail";
import { reportRunEnd } from "./report-end";

/** The channel that triggers a run, and the tags that narrow it; no tags means the whole catalog. */
export interface RunRequest {
  readonly subsetTags: readonly string[];
  readonly trigger: RunTrigger;
  /** Whether an agent made or last changed the schedule that asks for it. */
  readonly ofAgentsSchedule?: boolean;
  /** What was done for this run before it was requested; a run that a person triggers has nothing of it. */
  readonly prepared?: RunPreparation;
}

/**
 * Queues a run; it starts at once, or after the workspace's earlier runs.
 * @throws DomainError conflict naming "vat" or "currency" when store, catalog, policy and workspace disagree on them;
 * plan_limit in a suspended workspace, email_not_confirmed, run_budget_exceeded when the plan's runs of the day (UTC)
 * are used up
 */
export const triggerRun = (context: RequestContext, request: RunRequest): Promise<RunRow> =>
  writeTransaction(context, (tx) => triggerRunIn(context, tx, request));

/** Does the same in the caller's transaction; a refused run has changed nothing in it. */
export async function triggerRunIn(context: RequestContext, tx: Tx, request: RunRequest): Promise<RunRow> {
  const { services } = context;
  const policyVersion = await activePolicyVersion(tx);
  const mismatches = await findPricingMismatches(tx, policyVersion);
  if (mismatches.length > 0) throw pricingConflict(mismatches);
  requireWritableWorkspace(context);
  requireConfirmedEmail(context);
  // The lock serializes a workspace's triggers: two concurrent ones cannot both take the last run of the day.
  const workspace = await lockWorkspace(tx);
  const today = dayOf(services.now());
  requireAllowance(workspace, "runs", await countRunsSince(tx, today.startMs), today);
  const run = await insertRun(tx, newRun(context, request, policyVersion));
  await addJob(tx, "run", { v: 1, workspaceId: tx.tenant.workspaceId, id: run.id });
  await recordChange(context, tx, {
    action: "run.trigger",
    subject: run.id,
    after: { trigger: run.trigger, subset_tags: run.subsetTags, policy_version: run.policyVersion },
  });
  return run;
}

/**
 * Records a run that could not be triggered as failed, with the reason, and raises an alert: nobody was there to be
 * answered. It does not count against the plan's runs.
 */
export async function recordRefusedRun(
  context: RequestContext,
  tx: Tx,
  request: RunRequest,
  error: string,
): Promise<RunRow> {
  const { services } = context;
  const run = await insertRefusedRun(tx, newRun(context, request, await activePolicyVersion(tx)), error);
  await raiseFailure(services, tx, run.id, error);
  await recordChange(context, tx, { action: "run.fail", subject: run.id, after: { error } });
  reportRunEnd(services, tx, run, "refused");
  return run;
}

const newRun = (
  context: RequestContext,
  { trigger, ofAgentsSchedule = false, subsetTags, prepared }: RunRequest,
  policyVersion: number,
): NewRun => ({
  id: context.services.newId("run"),
  trigger,
  requestedBy: context.actor.id,
  byAgent: isAgent(context) || ofAgentsSchedule,
  subsetTags: [...new Set(subsetTags)],
  policyVersion,
  engineVersion: ENGINE_VERSION,
  createdAt: new Date(context.services.now()),
  ...prepared,
});
