import type { Tx } from "@/server/db/database/transaction";
import type { BatchActor, BatchRow } from "@/server/db/decision-batches/batches";
import { findStanding } from "@/server/db/decision-batches/standing";
import { DomainError, notPermitted } from "@/server/domain/errors";
import {
  type Authority,
  batchPermission,
  DECISION_PERMISSIONS,
  permissionGap,
} from "@/server/domain/permissions";
import { agentsNotInPlan } from "@/server/domain/plan/agents";
import { agentsRefusal, isAgent } from "../agents-may-approve";
import type { RequestContext } from "../request-context";

/** The authority of the operator's command line, which is bound to no role. */
export const OPERATOR_AUTHORITY = "operator";

/** What the actor of a batch may do. */
export type BatchAuthority = Authority | typeof OPERATOR_AUTHORITY;

/**
 * Returns the error for an actor who may not take this decision on a single recommendation or alert, or null. Batches
 * and single operations read the same table of permissions.
 */
export async function decisionRefusal(
  context: RequestContext,
  tx: Tx,
  authority: BatchAuthority,
  decision: Pick<BatchRow, "of" | "action" | "accepts">,
): Promise<DomainError | null> {
  if (authority === OPERATOR_AUTHORITY) return null;
  const permission = batchPermission(decision);
  const needed = decision.accepts ? [permission, DECISION_PERMISSIONS.accept] : [permission];
  for (const each of needed) {
    const gap = permissionGap(authority, each);
    if (gap !== null) return notPermitted(gap, each.scope);
  }
  const unplanned = context.via === "mcp" ? agentsNotInPlan(context.plan) : null;
  if (unplanned) return unplanned;
  if (permission.scope !== "recommendations:approve" || !isAgent(context)) return null;
  return agentsRefusal(context, tx);
}

/**
 * Returns what the actor who confirmed a batch may do at this moment: the role may have been lowered, the membership,
 * token or grant may have ended since.
 */
export async function presentAuthority(
  tx: Tx,
  { kind, id }: BatchActor,
  nowMs: number,
): Promise<BatchAuthority | DomainError> {
  if (kind === "system") return OPERATOR_AUTHORITY;
  const { role, scopes, ended } = await findStanding(tx, { kind, id }, new Date(nowMs));
  if (ended)
    return new DomainError(
      "unauthorized",
      `The ${kind} that confirmed the batch was revoked or has expired.`,
    );
  if (role === null)
    return new DomainError("workspace_forbidden", "Who confirmed the batch is not a member any more.");
  return { role, scopes: scopes && new Set(scopes) };
}
