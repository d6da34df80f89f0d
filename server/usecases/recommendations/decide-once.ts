import type { Tx } from "@/server/db/database/transaction";
import { lockFreezes } from "@/server/db/freezes/freezes";
import { decidesOnce } from "@/server/db/members/one-decision";
import { DomainError, notPermitted } from "@/server/domain/errors";
import { type Authority, DECISION_PERMISSIONS, permissionGap } from "@/server/domain/permissions";
import type { RequestContext } from "../request-context";
import { waitForWriteBack } from "../write-backs/queue";
import { type Approval, approveIn, commitAlsoRefused, lockItemAndRecommendation } from "./approve";
import { decideIn, type RecommendationChange } from "./decide";

const { accept: PERMISSION } = DECISION_PERMISSIONS;

/**
 * Accepts a price change and approves it, in one transaction, as the two calls would one after the other: with the
 * guards, lanes and freezes of the approval, two events in the audit log, and one write. In a lane for two people it is
 * the first of their approvals. If price, cost or a guard changed since, it stays accepted, is renewed, and nothing is
 * written; any other refusal leaves it as it was. A repeat changes nothing. The caller may approve.
 * @throws DomainError not_found, conflict, also in a workspace that decides in two steps, tier_ineligible,
 * no_commerce_integration, plan_limit, insufficient_scope for a caller who may not accept
 */
export async function acceptAndApprove(
  context: RequestContext,
  authority: Authority,
  { id, version, reason }: Approval,
): Promise<RecommendationChange> {
  const gap = permissionGap(authority, PERMISSION);
  if (gap !== null) throw notPermitted(gap, PERMISSION.scope);
  const outcome = await commitAlsoRefused(context, (tx) =>
    acceptAndApproveIn(context, tx, { id, version, reason }),
  );
  return outcome.idempotent
    ? outcome
    : { idempotent: false, row: await waitForWriteBack(context, outcome.row) };
}

/**
 * The same in the caller's transaction, without waiting for the store, by a caller who may do both.
 * @returns what `approveIn` returns
 * @throws DomainError of every other refusal; the transaction has to be rolled back then
 */
export async function acceptAndApproveIn(
  context: RequestContext,
  tx: Tx,
  { id, version, snoozeSeen, reason }: Approval,
): Promise<RecommendationChange | DomainError> {
  await requireOneDecision(tx);
  await lockFreezes(tx, "use");
  await lockItemAndRecommendation(tx, id, context.services.now());
  await decideIn(context, tx, "accept", { id, version, snoozeSeen });
  return approveIn(context, tx, { id, version, snoozeSeen, reason });
}

/** @throws DomainError conflict in a workspace that accepts and approves in two steps */
export async function requireOneDecision(tx: Tx): Promise<void> {
  if (!(await decidesOnce(tx)))
    throw new DomainError("conflict", "This workspace accepts and approves in two steps.");
}
