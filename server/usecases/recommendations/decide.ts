import type { Tx } from "@/server/db/database/transaction";
import {
  decideRecommendation,
  findRecommendation,
  type RecommendationRow,
} from "@/server/db/recommendations/recommendations";
import { notFound } from "@/server/domain/errors";
import { evaluate, type RecommendationOperation } from "@/server/domain/recommendations/recommendation";
import { changedMeanwhile, refusedDecision } from "../approvals/conflicts";
import { withPeopleNeededIn } from "../approvals/people-needed";
import { fieldError } from "../input";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { addDecisionComment } from "./comment";

/** The outcome of a change: the row as it is afterwards, or that the change had taken effect before. */
export type RecommendationChange =
  | { readonly idempotent: true }
  | { readonly idempotent: false; readonly row: RecommendationRow };

/** The recommendation, and the reason. */
export interface Decision {
  readonly id: string;
  readonly reason?: string | undefined;
}

/** A decision with the parts that not every operation has. */
export interface CompleteDecision extends Decision {
  readonly snoozeUntil?: Date | undefined;
  /** The version that the caller has seen; without it any version is decided. */
  readonly version?: number | undefined;
  /** The end of the snooze that the caller has seen, null for none; without it any snooze is ended. */
  readonly snoozeSeen?: Date | null | undefined;
}

/**
 * Accepts a recommendation: a price change is then pending approval, advice is accepted. A repeat changes nothing.
 * @throws DomainError not_found, conflict, plan_limit in a workspace that accepts no changes
 */
export const acceptRecommendation = (
  context: RequestContext,
  decision: Decision,
): Promise<RecommendationChange> => decide(context, "accept", decision);

/** Dismisses a recommendation: it is not made again until its inputs move. Repeats and throws as accept does. */
export const dismissRecommendation = (
  context: RequestContext,
  decision: Decision,
): Promise<RecommendationChange> => decide(context, "dismiss", decision);

/** Marks a recommendation as handled elsewhere. Repeats and throws as accept does. */
export const resolveRecommendation = (
  context: RequestContext,
  decision: Decision,
): Promise<RecommendationChange> => decide(context, "resolve", decision);

/**
 * Rejects a recommendation that is pending approval. A repeat is a conflict, because it could have another reason.
 * @throws DomainError not_found, conflict, plan_limit
 */
export const rejectRecommendation = (
  context: RequestContext,
  decision: Decision,
): Promise<RecommendationChange> => decide(context, "reject", decision);

/**
 * Hides a recommendation until `snoozeUntil`; its stored status does not change. The same time again changes nothing.
 * @throws DomainError validation_error for a time in the past, not_found, conflict, plan_limit
 */
export async function snoozeRecommendation(
  context: RequestContext,
  decision: Decision & { readonly snoozeUntil: Date },
): Promise<RecommendationChange> {
  requireFuture(decision.snoozeUntil, context.services.now());
  return decide(context, "snooze", decision);
}

/** Requires that a snooze ends after `nowMs`, milliseconds since 1970. @throws DomainError validation_error */
export function requireFuture(snoozeUntil: Date, nowMs: number): void {
  if (snoozeUntil.getTime() <= nowMs)
    throw fieldError("snooze_until", "in_the_past", "Choose a time in the future.");
}

const decide = (
  context: RequestContext,
  operation: Exclude<RecommendationOperation, "approve">,
  decision: CompleteDecision,
): Promise<RecommendationChange> =>
  writeTransaction(context, (tx) => decideIn(context, tx, operation, decision));

/**
 * Takes any decision but an approval, in the caller's transaction: loads the row, evaluates the operation, stores it by
 * status and version, and records it.
 * @throws DomainError not_found, conflict, plan_limit; the transaction has changed nothing then
 */
export async function decideIn(
  context: RequestContext,
  tx: Tx,
  operation: Exclude<RecommendationOperation, "approve">,
  { id, reason, snoozeUntil, version, snoozeSeen }: CompleteDecision,
): Promise<RecommendationChange> {
  const row = await findRecommendation(tx, id, { lock: true });
  if (row === null) throw notFound("recommendation");
  const now = context.services.now();
  const verdict = evaluate(operation, row, { snoozeUntil, version, snoozeSeen }, now);
  if ("idempotent" in verdict) return { idempotent: true };
  if ("conflict" in verdict) throw refusedDecision(operation, row, verdict, now);
  requireWritableWorkspace(context);
  const { effect } = verdict;
  const decision = { operation, effect, reason, by: context.actor, at: new Date(now) };
  if (!(await decideRecommendation(tx, row, decision))) throw changedMeanwhile(row, now);
  await addDecisionComment(context, tx, { recommendationId: id, action: operation, text: reason });
  await recordChange(context, tx, {
    action: `recommendation.${operation}`,
    subject: id,
    before: { status: row.status },
    after: { status: effect.status, reason, snooze_until: effect.snoozeUntil ?? undefined },
  });
  const changed = (await findRecommendation(tx, id)) ?? row;
  return { idempotent: false, row: await withPeopleNeededIn(tx, changed, now) };
}
