import { connectedStore } from "@/server/db/connections/connections";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import { lockFreezes } from "@/server/db/freezes/freezes";
import { lockPricedItem, type PricedItem } from "@/server/db/items/priced-items";
import { approvers } from "@/server/db/recommendations/approvals";
import {
  decideRecommendation,
  findRecommendation,
  type RecommendationRow,
} from "@/server/db/recommendations/recommendations";
import { DomainError, notFound } from "@/server/domain/errors";
import { DECISION_PERMISSIONS } from "@/server/domain/permissions";
import { acceptsMutations } from "@/server/domain/plan/plans";
import { prepareLanesIn } from "../approvals/binding-lane";
import { blockedApproval, changedMeanwhile, decisionConflict } from "../approvals/conflicts";
import { type ApprovalBlocker, checkApproval } from "../approvals/guards";
import { type ApprovalVerdict, approvalVerdict } from "../approvals/verdict";
import { closeForInactiveItems } from "../items/close-inactive";
import type { RequestContext } from "../request-context";
import { queueWriteBack, waitForWriteBack } from "../write-backs/queue";
import { addDecisionComment } from "./comment";
import type { RecommendationChange } from "./decide";
import { storeFirstApproval } from "./first-approval";
import { type ChangedInputs, renewRecommendation } from "./renew";

/** The recommendation, and the version that the caller has seen. */
export interface Approval {
  readonly id: string;
  readonly version?: number | undefined;
  /** The end of the snooze that the caller has seen, null for none; without it a snoozed one is approved. */
  readonly snoozeSeen?: Date | null | undefined;
  /** What the person wrote about it. */
  readonly reason?: string | undefined;
}

/**
 * Approves a recommendation in the version that the caller has seen and queues the one write of its price, in one
 * transaction. Then waits a few seconds at most for the store's answer. In a lane for two people, the first approval is
 * stored and the second one takes effect. If price, cost or a guard changed since, nothing is written: the
 * recommendation is renewed, which is committed although the answer is a conflict. A repeat changes nothing.
 * @throws DomainError not_found, conflict, tier_ineligible, no_commerce_integration, plan_limit in a workspace that
 * accepts no changes
 */
export async function approveRecommendation(
  context: RequestContext,
  approval: Approval,
): Promise<RecommendationChange> {
  const outcome = await commitAlsoRefused(context, (tx) => approveIn(context, tx, approval));
  if (outcome.idempotent) return outcome;
  return { idempotent: false, row: await waitForWriteBack(context, outcome.row) };
}

/**
 * Runs a decision in a transaction that is committed also when the decision returns a refusal, because the
 * recommendation was renewed with it. A refusal is not stored under the Idempotency-Key.
 * @throws the refusal
 */
export async function commitAlsoRefused(
  context: RequestContext,
  work: (tx: Tx) => Promise<RecommendationChange | DomainError>,
): Promise<RecommendationChange> {
  const outcome = await inTenant(context.services.db, context.tenant, async (tx) => {
    const result = await work(tx);
    if (!(result instanceof DomainError)) await context.idempotencySlot?.complete(tx, result);
    return result;
  });
  if (outcome instanceof DomainError) throw outcome;
  return outcome;
}

/**
 * Approves a recommendation in the caller's transaction, and does not wait for the store.
 * @returns the change, or the error of an approval that is refused although the transaction has to commit, because the
 *   recommendation was renewed or closed in it
 * @throws DomainError of every other refusal; the transaction has changed nothing then
 */
export async function approveIn(
  context: RequestContext,
  tx: Tx,
  { id, version, snoozeSeen, reason }: Approval,
): Promise<RecommendationChange | DomainError> {
  await lockFreezes(tx, "use");
  const now = context.services.now();
  const { row, snapshot } = await lockItemAndRecommendation(tx, id, now);
  const check = await checkApproval(tx, row, snapshot, now);
  const given = await approvers(tx, row, DECISION_PERMISSIONS.approve.roles);
  const findLane =
    check.blocker === null ? await prepareLanesIn(tx, [row], { active: check.policy, nowMs: now }) : null;
  const lane = findLane === null ? null : findLane(row, given);
  const inputs = { row, snapshot, check, store: await connectedStore(tx), given, lane };
  const verdict = approvalVerdict(context, inputs, { version, snoozeSeen }, now);
  switch (verdict.is) {
    case "repeat":
      return { idempotent: true };
    case "refused":
      throw verdict.error;
    case "blocked":
      return refuseBlocked(context, tx, row, verdict.blocker);
    case "changed":
      return renewAndRefuse(context, tx, { row, snapshot, ...verdict.check });
    case "first_of_two":
      return storeFirstApproval(context, tx, row, { lane: verdict.lane, given: inputs.given, reason });
    case "effective":
      return write(context, tx, row, verdict, reason);
  }
}

/** Returns the 409 for an item that no price can be written to; one that is not watched any more closes the row. */
export async function refuseBlocked(
  context: RequestContext,
  tx: Tx,
  row: RecommendationRow,
  blocker: ApprovalBlocker,
): Promise<DomainError> {
  const nowMs = context.services.now();
  if (blocker.code !== "state") throw blockedApproval(row, blocker, nowMs);
  if (acceptsMutations(context.lifecycle)) await closeForInactiveItems(tx, [row.itemId], nowMs);
  return blockedApproval((await findRecommendation(tx, row.id)) ?? row, blocker, nowMs);
}

/** Renews a recommendation whose inputs changed, and returns the 409 that names them. */
export async function renewAndRefuse(
  context: RequestContext,
  tx: Tx,
  changes: ChangedInputs,
): Promise<DomainError> {
  const { row, changed } = changes;
  if (acceptsMutations(context.lifecycle)) await renewRecommendation(context, tx, changes);
  const renewed = (await findRecommendation(tx, row.id)) ?? row;
  const message = "What it was recommended from has changed; look again.";
  return decisionConflict(renewed, context.services.now(), message, changed);
}

/** Locks the item first, then the recommendation: all code that changes both locks them in this order. */
export async function lockItemAndRecommendation(
  tx: Tx,
  id: string,
  nowMs: number,
): Promise<{ row: RecommendationRow; snapshot: PricedItem }> {
  const seen = await findRecommendation(tx, id);
  const snapshot = seen && (await lockPricedItem(tx, seen.itemId, nowMs));
  const row = snapshot && (await findRecommendation(tx, id, { lock: true }));
  if (!snapshot || !row) throw notFound("recommendation");
  return { row, snapshot };
}

async function write(
  context: RequestContext,
  tx: Tx,
  row: RecommendationRow,
  { effect, store, peopleNeeded }: Extract<ApprovalVerdict, { is: "effective" }>,
  reason: string | undefined,
): Promise<RecommendationChange> {
  const { id, currentPrice: expectedPrice, recommendedPrice: targetPrice } = row;
  if (expectedPrice === null || targetPrice === null)
    throw new Error(`${id} awaits approval without a price`);
  const nowMs = context.services.now();
  const at = new Date(nowMs);
  const decision = { operation: "approve", effect, reason, by: context.actor, at, peopleNeeded } as const;
  if (!(await decideRecommendation(tx, row, decision))) throw changedMeanwhile(row, nowMs);
  await addDecisionComment(context, tx, { recommendationId: id, action: "approve", text: reason });
  await queueWriteBack(context, tx, {
    action: "recommendation.approve",
    subject: id,
    reason,
    recommendationId: id,
    revertOf: null,
    integrationId: store.connection.id,
    itemId: row.itemId,
    storeRef: store.ref,
    currency: row.currency,
    expectedPrice,
    targetPrice,
  });
  return { idempotent: false, row: (await findRecommendation(tx, id)) ?? row };
}
