import { decideRecommendation } from "@/server/db/recommendations/changes";
import { findRecommendation } from "@/server/db/recommendations/recommendations";
import { DomainError, notFound } from "@/server/domain/errors";
import { judge, type RecommendationOperation } from "@/server/domain/recommendations/recommendation";
import { recordChange } from "../record-change";
import { type Acting, change, requireLive } from "../request-context";
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
export const acceptRecommendation = (acting: Acting, decision: Decision): Promise<RecommendationChange> =>
  decide(acting, "accept", decision);

/** Dismisses a recommendation: it stays away until its inputs move. Repeats and throws as accept does. */
export const dismissRecommendation = (acting: Acting, decision: Decision): Promise<RecommendationChange> =>
  decide(acting, "dismiss", decision);

/** Marks a recommendation as handled outside. Repeats and throws as accept does. */
export const resolveRecommendation = (acting: Acting, decision: Decision): Promise<RecommendationChange> =>
  decide(acting, "resolve", decision);

/**
 * Rejects a recommendation that awaits approval. There is no repeat: a second rejection could carry another reason.
 * @throws DomainError not_found, conflict, plan_limit
 */
export const rejectRecommendation = (acting: Acting, decision: Decision): Promise<RecommendationChange> =>
  decide(acting, "reject", decision);

/**
 * Hides a recommendation until `snoozeUntilMs` (milliseconds since 1970); its status stays underneath. The same instant
 * again changes nothing.
 * @throws DomainError validation_error for an instant that has passed, not_found, conflict, plan_limit
 */
export async function snoozeRecommendation(
  acting: Acting,
  decision: Decision & { readonly snoozeUntilMs: number },
): Promise<RecommendationChange> {
  if (decision.snoozeUntilMs <= acting.services.now()) {
    const message = "Choose a time that lies ahead.";
    throw new DomainError("validation_error", message, {
      issues: [{ path: "snooze_until", code: "in_the_past", message }],
    });
  }
  return decide(acting, "snooze", decision);
}

/** Load, decide by the state rules, write by status and version, and note it in the audit log: one transaction. */
function decide(
  acting: Acting,
  operation: RecommendationOperation,
  { id, reason, snoozeUntilMs }: Decision & { readonly snoozeUntilMs?: number },
): Promise<RecommendationChange> {
  const { services, actor } = acting;
  return change(acting, async (tx) => {
    const row = await findRecommendation(tx, id, { lock: true });
    if (row === null) throw notFound("recommendation");
    const now = services.now();
    const request = snoozeUntilMs === undefined ? {} : { snoozeUntilMs };
    const verdict = judge(operation, stateOf(row), request, now);
    if ("idempotent" in verdict) return { idempotent: true };
    if ("conflict" in verdict)
      throw conflictOn(
        row,
        now,
        `A recommendation that is ${verdict.conflict} cannot be ${PAST[operation]}.`,
      );
    requireLive(acting);
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
    await recordChange(acting, tx, {
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
