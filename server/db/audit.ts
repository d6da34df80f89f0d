import { createHash } from "node:crypto";
import { canonicalJson, type Json } from "./canonical-json";
import type { Tx } from "./transaction";

/** Who made a change, by which way and when (milliseconds since 1970); `id` is the event's own id. */
export interface AuditFrame {
  readonly id: string;
  readonly at: number;
  readonly actor: { readonly kind: string; readonly id: string; readonly label: string };
  readonly via: string;
  readonly requestId: string | null;
  readonly ip: string | null;
}

/** What changed: `action` as noun.verb, `subject` the id of the thing, and its fields before and after. */
export interface AuditChange {
  readonly action: string;
  readonly subject: string;
  readonly before?: Json;
  readonly after?: Json;
}

/** What a check of the chain found; `head` (hex) and `events` name the log's end, for a copy kept elsewhere. */
export type AuditVerdict =
  | { readonly ok: true; readonly events: number; readonly head: string }
  | { readonly ok: false; readonly seq: string; readonly fault: "edited" | "gap" | "reordered" };

interface AuditRow {
  seq: bigint;
  id: string;
  at: Date;
  actor: string;
  actor_label: string;
  via: string;
  action: string;
  subject: string;
  before: string | null;
  after: string | null;
  request_id: string | null;
  ip: string | null;
}

interface ChainedRow extends AuditRow {
  previous: Buffer;
  hash: Buffer;
}

const GENESIS = Buffer.alloc(32);
const PAGE = 1_000;

function hashOf(workspaceId: string, row: AuditRow, previous: Buffer): Buffer {
  const text = canonicalJson([
    workspaceId,
    row.seq,
    row.id,
    row.at,
    row.actor,
    row.actor_label,
    row.via,
    row.action,
    row.subject,
    row.before,
    row.after,
    row.request_id,
    row.ip,
  ]);
  return createHash("sha256").update(previous).update(text).digest();
}

/**
 * Appends one event to the workspace's chain: sha-256 over the previous hash and the row. Events of one workspace wait
 * for each other until their transactions end. People are kept by id, not by e-mail address: the log cannot be
 * edited when an account is deleted, so the id is the pseudonym that stays.
 */
export async function appendAudit(tx: Tx, frame: AuditFrame, event: AuditChange): Promise<void> {
  const { workspaceId } = tx.tenant;
  // A statement sees what was committed before it began; so the lock has to be held before the last row is read.
  await tx.run("SELECT pg_advisory_xact_lock(hashtextextended('audit ' || $1, 0))", [workspaceId]);
  const [last] = await tx.sql<{ seq: bigint; hash: Buffer }>(
    "SELECT seq, hash FROM audit_events WHERE workspace_id = $1 ORDER BY seq DESC LIMIT 1",
    [workspaceId],
  );
  const previous = last?.hash ?? GENESIS;
  const row: AuditRow = {
    seq: (last?.seq ?? 0n) + 1n,
    id: frame.id,
    at: new Date(frame.at),
    actor: `${frame.actor.kind}:${frame.actor.id}`,
    actor_label: frame.actor.kind === "user" ? frame.actor.id : frame.actor.label,
    via: frame.via,
    action: event.action,
    subject: event.subject,
    before: event.before === undefined ? null : canonicalJson(event.before),
    after: event.after === undefined ? null : canonicalJson(event.after),
    request_id: frame.requestId,
    ip: frame.ip,
  };
  await tx.run(
    `INSERT INTO audit_events (workspace_id, seq, id, at, actor, actor_label, via, action, subject, before, after,
       request_id, ip, previous, hash) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [workspaceId, ...Object.values(row), previous, hashOf(workspaceId, row, previous)],
  );
}

/**
 * Walks the workspace's chain from its first event. Finds an edited row, a row that is gone before the last one and
 * rows in another order; rows cut off at the end show in `events` and `head` against a copy kept elsewhere.
 */
export async function verifyAudit(tx: Tx): Promise<AuditVerdict> {
  const { workspaceId } = tx.tenant;
  let seq = 0n;
  let previous: Buffer = GENESIS;
  for (;;) {
    const rows = await tx.sql<ChainedRow>(
      `SELECT seq, id, at, actor, actor_label, via, action, subject, before, after, request_id, ip, previous, hash
       FROM audit_events WHERE workspace_id = $1 AND seq > $2 ORDER BY seq LIMIT ${PAGE}`,
      [workspaceId, seq],
    );
    for (const row of rows) {
      if (row.seq !== seq + 1n) return { ok: false, seq: String(seq + 1n), fault: "gap" };
      if (!hashOf(workspaceId, row, row.previous).equals(row.hash))
        return { ok: false, seq: String(row.seq), fault: "edited" };
      if (!row.previous.equals(previous)) return { ok: false, seq: String(row.seq), fault: "reordered" };
      seq = row.seq;
      previous = row.hash;
    }
    if (rows.length < PAGE) return { ok: true, events: Number(seq), head: previous.toString("hex") };
  }
}
