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

/** Appends one event to the workspace's chain, as `appendAudits` does. */
export const appendAudit = (tx: Tx, { id, ...frame }: AuditContext, event: AuditChange): Promise<void> =>
  appendAudits(tx, frame, [{ ...event, id }]);

/**
 * Appends events of one change to the workspace's chain, in their order: sha-256 over the previous hash and the row.
 * Serialises events of one workspace until their transactions end. People are recorded by id, not by e-mail address:
 * the log cannot be edited when an account is deleted, so the id remains as a pseudonym.
 */
export async function appendAudits(
  tx: Tx,
  frame: Omit<AuditContext, "id">,
  events: readonly (AuditChange & { readonly id: string })[],
): Promise<void> {
  if (events.length === 0) return;
  const { workspaceId } = tx.tenant;
  // A statement sees only data committed before it began, so the lock must be taken before the last row is read.
  await tx.run("SELECT pg_advisory_xact_lock(hashtextextended('audit ' || $1, 0))", [workspaceId]);
  const [last] = await tx.sql<{ seq: bigint; hash: string }>(
    "SELECT seq, encode(hash, 'hex') AS hash FROM audit_events WHERE workspace_id = $1 ORDER BY seq DESC LIMIT 1",
    [workspaceId],
  );
  const lines: AuditEntry[] = [];
  for (const event of events) {
    const { seq, hash } = lines.at(-1) ?? last ?? CHAIN_START;
    const line = lineOf(frame, event, { seq: BigInt(seq) + 1n, previous: hash });
    lines.push({ ...line, hash: auditHash(workspaceId, line) });
  }
  await insertLines(tx, lines);
}

function lineOf(
  frame: Omit<AuditContext, "id">,
  event: AuditChange & { readonly id: string },
  { seq, previous }: { readonly seq: bigint; readonly previous: string },
): Omit<AuditEntry, "hash"> {
  return {
    seq: String(seq),
    id: event.id,
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
}

/** Inserts the lines of one change: they have its author, channel, time and request in common. */
async function insertLines(tx: Tx, lines: readonly AuditEntry[]): Promise<void> {
  const [first] = lines;
  if (!first) return;
  const column = (name: keyof AuditEntry) => lines.map((line) => line[name]);
  await tx.run(
    `INSERT INTO audit_events (workspace_id, seq, id, at, actor, actor_label, via, action, subject, before, after,
       request_id, ip, previous, hash)
     SELECT $1, r.seq, r.id, $2, $3, $4, $5, r.action, r.subject, r.before, r.after, $6, $7,
       decode(r.previous, 'hex'), decode(r.hash, 'hex')
     FROM unnest($8::bigint[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[])
       AS r (seq, id, action, subject, before, after, previous, hash) ORDER BY r.seq`,
    [
      tx.tenant.workspaceId,
      first.at,
      first.actor,
      first.actor_label,
      first.via,
      first.request_id,
      first.ip,
      column("seq"),
      column("id"),
      column("action"),
      column("subject"),
      column("before"),
      column("after"),
      column("previous"),
      column("hash"),
    ],
  );
}
