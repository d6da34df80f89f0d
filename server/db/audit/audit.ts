import type { AuditAction } from "@/server/domain/audit/actions";
import { networkOf } from "@/server/network/network";
import { canonicalJson, type Json } from "../database/canonical-json";
import type { Tx } from "../database/transaction";
import { type AuditEntry, auditHash, CHAIN_START } from "./chain";

/** The actor, channel and time of a change (milliseconds since 1970); `id` is the event's own id. */
export interface AuditContext {
  readonly id: string;
  readonly at: number;
  readonly actor: { readonly kind: string; readonly id: string; readonly label: string };
  readonly via: string;
  readonly requestId: string | null;
  readonly ip: string | null;
}

type JsonFields = { readonly [key: string]: Json | undefined };

/** A change: its action, `subject` the id of the changed row, and its fields before and after. */
export interface AuditChange {
  readonly action: AuditAction;
  readonly subject: string;
  readonly before?: JsonFields;
  readonly after?: JsonFields;
}

/**
 * Appends one event to the workspace's chain: sha-256 over the previous hash and the row. Serialises events of one
 * workspace until their transactions end. People are recorded by id, not by e-mail address: the log cannot be edited
 * when an account is deleted, so the id remains as a pseudonym.
 */
export async function appendAudit(tx: Tx, frame: AuditContext, event: AuditChange): Promise<void> {
  const { workspaceId } = tx.tenant;
  // A statement sees only data committed before it began, so the lock must be taken before the last row is read.
  await tx.run("SELECT pg_advisory_xact_lock(hashtextextended('audit ' || $1, 0))", [workspaceId]);
  const [last] = await tx.sql<{ seq: bigint; hash: string }>(
    "SELECT seq, encode(hash, 'hex') AS hash FROM audit_events WHERE workspace_id = $1 ORDER BY seq DESC LIMIT 1",
    [workspaceId],
  );
  const { seq, hash: previous } = last ?? CHAIN_START;
  const line: Omit<AuditEntry, "hash"> = {
    seq: String(seq + 1n),
    id: frame.id,
    at: new Date(frame.at).toISOString(),
    actor: `${frame.actor.kind}:${frame.actor.id}`,
    actor_label: frame.actor.kind === "user" ? frame.actor.id : frame.actor.label,
    via: frame.via,
    action: event.action,
    subject: event.subject,
    before: event.before === undefined ? null : canonicalJson(event.before),
    after: event.after === undefined ? null : canonicalJson(event.after),
    request_id: frame.requestId,
    ip: networkOf(frame.ip),
    previous,
  };
  await tx.run(
    `INSERT INTO audit_events (workspace_id, seq, id, at, actor, actor_label, via, action, subject, before, after,
       request_id, ip, previous, hash)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, decode($14, 'hex'), decode($15, 'hex'))`,
    [
      workspaceId,
      line.seq,
      line.id,
      line.at,
      line.actor,
      line.actor_label,
      line.via,
      line.action,
      line.subject,
      line.before,
      line.after,
      line.request_id,
      line.ip,
      line.previous,
      auditHash(workspaceId, line),
    ],
  );
}
