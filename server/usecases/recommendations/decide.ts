import { decideRecommendation } from "@/server/db/recommendations/changes";
import { findRecommendation } from "@/server/db/recommendations/recommendations";
import { DomainError, notFound } from "@/server/domain/errors";
import { evaluate, type RecommendationOperation } from "@/server/domain/recommendations/recommendation";
import { recordChange } from "../record-change";
import { change, type RequestContext, requireLive } from "../request-context";
import { conflictOn, type RecommendationChange, stateOf } from "./conflict";

/** Which recommendation, and why. */
export interface Decision {
  readonly id: string;
  readonly reason?: string | undefined;
}

/**
 * Accepts a recommendation: a price change then waits for approval, advice is taken. A repeat changes nothing.
 * @throws DomainError not_found, conflict, plan_limit in a workspace that accepts no changes
 */
export const acceptRecommendation = (
  context: RequestContext,
  decision: Decision,
): Promise<RecommendationChange> => decide(context, "accept", decision);

/** Dismisses a recommendation: it stays away until its inputs move. Repeats and throws as accept does. */
export const dismissRecommendation = (
  context: RequestContext,
  decision: Decision,
): Promise<RecommendationChange> => decide(context, "dismiss", decision);

/** Marks a recommendation as handled outside. Repeats and throws as accept does. */
export const resolveRecommendation = (
  context: RequestContext,
  decision: Decision,
): Promise<RecommendationChange> => decide(context, "resolve", decision);

/**
 * Rejects a recommendation that awaits approval. There is no repeat: a second rejection could carry another reason.
 * @throws DomainError not_found, conflict, plan_limit
 */
export const rejectRecommendation = (
  context: RequestContext,
  decision: Decision,
): Promise<RecommendationChange> => decide(context, "reject", decision);

/**
 * Hides a recommendation until `snoozeUntilMs` (milliseconds since 1970); its status stays underneath. The same instant
 * again changes nothing.
 * @throws DomainError validation_error for an instant that has passed, not_found, conflict, plan_limit
 */
export async function snoozeRecommendation(
  context: RequestContext,
  decision: Decision & { readonly snoozeUntilMs: number },
): Promise<RecommendationChange> {
  if (decision.snoozeUntilMs <= context.services.now()) {
    const message = "Choose a time that lies ahead.";
    throw new DomainError("validation_error", message, {
      issues: [{ path: "snooze_until", code: "in_the_past", message }],
    });
  }
  return decide(context, "snooze", decision);
}

/** Load, decide by the state rules, write by status and version, and note it in the audit log: one transaction. */
function decide(
  context: RequestContext,
  operation: RecommendationOperation,
  { id, reason, snoozeUntilMs }: Decision & { readonly snoozeUntilMs?: number },
): Promise<RecommendationChange> {
  const { services, actor } = context;
  return change(context, async (tx) => {
    const row = await findRecommendation(tx, id, { lock: true });
    if (row === null) throw notFound("recommendation");
    const now = services.now();
    const request = snoozeUntilMs === undefined ? {} : { snoozeUntilMs };
    const verdict = evaluate(operation, stateOf(row), request, now);
    if ("idempotent" in verdict) return { idempotent: true };
    if ("conflict" in verdict)
      throw conflictOn(
        row,
        now,
        `A recommendation that is ${verdict.conflict} cannot be ${PAST[operation]}.`,
      );
    requireLive(context);
    const { status, wasAccepted, snoozeUntilMs: until } = verdict.effect;
    const written = await decideRecommendation(
      tx,
      { id, status: row.status, version: row.version },
      {
        status,
        accepted: wasAccepted,
        snoozeUntil: until === null ? null : new Date(until),
        decision: operation,
        decisionReason: reason ?? null,
        decidedBy: actor.userId ?? actor.id,
        decidedByLabel: actor.label,
        decidedAt: new Date(now),
      },
    );
    if (!written) throw conflictOn(row, now, "It was changed at the same moment; look again.");
    await recordChange(context, tx, {
      action: `recommendation.${operation}`,
      subject: id,
      before: { status: row.status },
      after: { status, reason, snooze_until: until === null ? undefined : new Date(until) },
    });
    return { idempotent: false, row: (await findRecommendation(tx, id)) ?? row };
  });
}

const PAST: Readonly<Record<RecommendationOperation, string>> = {
  accept: "accepted",
  dismiss: "dismissed",
  snooze: "snoozed",
  resolve: "resolved",
  approve: "approved",
  reject: "rejected",
};
