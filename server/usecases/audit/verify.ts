import type { AuditFault, ChainPoint } from "@/server/db/audit/chain";
import { auditSpan, verifyAuditPart } from "@/server/db/audit/reading";
import type { RequestContext } from "../request-context";
import { readTransaction } from "../transaction";

/** The result of one step of a verification, which goes through the log in several requests. */
export interface VerifiedPart {
  /** The last event up to which the chain holds, where the next step begins. */
  readonly point: ChainPoint;
  /** The end of the log when the verification began. */
  readonly end: ChainPoint;
  /** When the first and the last event of this part were made; null if it has none. */
  readonly firstAt: string | null;
  readonly lastAt: string | null;
  /** The first event that fails, if one does: nothing after it can be told from what was put in its place. */
  readonly fault: { readonly seq: string; readonly kind: AuditFault } | null;
}

/**
 * Verifies the next events of the workspace's audit log, a bounded number of them.
 * @param after the point of the step before; the log's beginning for the first one
 * @param end the end of the log as the first step returned it; null for the first step. A log that has lost events
 * since is reported as truncated
 */
export function verifyAuditLog(
  context: RequestContext,
  after: ChainPoint,
  end: ChainPoint | null,
): Promise<VerifiedPart> {
  return readTransaction(context, async (tx) => {
    const until = end ?? (await auditSpan(tx, { from: null, to: null })).end;
    return { ...(await verifyAuditPart(tx, after, until)), end: until };
  });
}
