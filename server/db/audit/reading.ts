import type { Tx } from "../database/transaction";
import {
  type AuditEntry,
  type AuditFault,
  CHAIN_START,
  type ChainPoint,
  createChainVerifier,
  type VerificationResult,
} from "./chain";

/** Filters of the audit log; null = no filter. `from` and `to` are a half-open range [from, to). */
export interface AuditFilter {
  /** Kind and id, such as `user:usr_…`. */
  readonly actor: string | null;
  /** A whole action, or a noun: `token` matches `token.mint`. */
  readonly action: string | null;
  readonly subject: string | null;
  readonly from: Date | null;
  /** Exclusive. */
  readonly to: Date | null;
}

const PAGE = 1_000;
const AS_TEXT = `seq::text AS seq, id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, actor,
  actor_label, via, action, subject, before, after, request_id, ip, encode(previous, 'hex') AS previous,
  encode(hash, 'hex') AS hash`;

interface LineRow extends AuditEntry {
  readonly [column: string]: unknown;
}

/** Returns at most `PAGE` events with `after` < seq <= `upTo`, in order. */
export const auditLinesAfter = (tx: Tx, after: bigint, upTo: bigint): Promise<AuditEntry[]> =>
  tx.sql<LineRow>(
    `SELECT ${AS_TEXT} FROM audit_events e WHERE workspace_id = $1 AND e.seq > $2 AND e.seq <= $3
     ORDER BY e.seq LIMIT ${PAGE}`,
    [tx.tenant.workspaceId, after, upTo],
  );

/** The most bytes of what changed in one page of the log; its first event is returned however long it is. */
const MAX_PAGE_BYTES = 512 * 1024;

/** Some of the events that match, and whether more follow. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  readonly more: boolean;
}

/**
 * Returns the newest matching events before the event `page.before`: at most `page.limit`, and `MAX_PAGE_BYTES` of
 * them.
 */
export async function auditPage(
  tx: Tx,
  filter: AuditFilter,
  page: { readonly before: string | null; readonly limit: number },
): Promise<AuditPage> {
  const rows = await tx.sql<LineRow & { readonly found: bigint }>(
    `WITH page AS MATERIALIZED (
       SELECT * FROM audit_events e WHERE workspace_id = $1
         AND ($2::text IS NULL OR actor = $2)
         AND ($3::text IS NULL OR action = $3 OR starts_with(action, $3 || '.'))
         AND ($4::text IS NULL OR subject = $4)
         AND ($5::timestamptz IS NULL OR at >= $5) AND ($6::timestamptz IS NULL OR at < $6)
         AND ($7::text IS NULL OR e.seq < (SELECT b.seq FROM audit_events b WHERE b.workspace_id = $1 AND b.id = $7))
       ORDER BY e.seq DESC LIMIT $8),
     sized AS (
       SELECT *, count(*) OVER () AS found, row_number() OVER newest AS place,
         sum(coalesce(octet_length(before), 0) + coalesce(octet_length(after), 0)) OVER newest AS bytes
       FROM page WINDOW newest AS (ORDER BY seq DESC))
     SELECT ${AS_TEXT}, found FROM sized e
     WHERE place < $8 AND (place = 1 OR bytes <= ${MAX_PAGE_BYTES}) ORDER BY e.seq DESC`,
    [
      tx.tenant.workspaceId,
      filter.actor,
      filter.action,
      filter.subject,
      filter.from,
      filter.to,
      page.before,
      page.limit + 1,
    ],
  );
  const entries = rows.map(({ found: _found, ...entry }) => entry as AuditEntry);
  return { entries, more: Number(rows[0]?.found ?? 0) > entries.length };
}

/** Returns the times of the log's first and last events, in milliseconds since 1970; null for an empty log. */
export async function auditTimes(tx: Tx): Promise<{ firstMs: number; lastMs: number } | null> {
  const [row] = await tx.sql<{ first: Date | null; last: Date | null }>(
    "SELECT min(at) AS first, max(at) AS last FROM audit_events WHERE workspace_id = $1",
    [tx.tenant.workspaceId],
  );
  return row?.first && row.last ? { firstMs: row.first.getTime(), lastMs: row.last.getTime() } : null;
}

/** Returns the chain points around a time span: the event before its first one, and its last one. */
export async function auditSpan(
  tx: Tx,
  { from, to }: Pick<AuditFilter, "from" | "to">,
): Promise<{ start: ChainPoint; end: ChainPoint }> {
  const pointBefore = async (moment: Date | null): Promise<ChainPoint> => {
    const [row] = await tx.sql<{ seq: bigint; hash: string }>(
      `SELECT seq, encode(hash, 'hex') AS hash FROM audit_events WHERE workspace_id = $1
         AND ($2::timestamptz IS NULL OR at < $2) ORDER BY seq DESC LIMIT 1`,
      [tx.tenant.workspaceId, moment],
    );
    return row ?? CHAIN_START;
  };
  const start = from ? await pointBefore(from) : CHAIN_START;
  const end = await pointBefore(to);
  return { start, end: end.seq < start.seq ? start : end };
}

/**
 * Verifies the workspace's chain from its first event.
 * @param published the log's end at an earlier time; without it, events removed from the end are not detected
 */
export async function verifyAudit(tx: Tx, published?: ChainPoint): Promise<VerificationResult> {
  const { end } = await auditSpan(tx, { from: null, to: null });
  const chain = createChainVerifier(tx.tenant.workspaceId, CHAIN_START, published);
  for (let after = 0n; ; ) {
    const lines = await auditLinesAfter(tx, after, end.seq);
    for (const line of lines) if (!chain.take(line)) return chain.end();
    const last = lines.at(-1);
    if (!last || lines.length < PAGE) return chain.end();
    after = BigInt(last.seq);
  }
}

/**
 * What a part of the chain shows: up to where it holds, when its first and last event were made, and the first fault.
 */
export interface ChainPart {
  readonly point: ChainPoint;
  readonly firstAt: string | null;
  readonly lastAt: string | null;
  readonly fault: { readonly seq: string; readonly kind: AuditFault } | null;
}

const PAGES_OF_PART = 5;

/**
 * Verifies at most `PAGES_OF_PART` pages of the events after a point, up to the log's end as it was when the
 * verification began. Events that are missing before that end are a fault.
 */
export async function verifyAuditPart(tx: Tx, after: ChainPoint, end: ChainPoint): Promise<ChainPart> {
  const chain = createChainVerifier(tx.tenant.workspaceId, after, end);
  let point = after;
  let firstAt: string | null = null;
  let lastAt: string | null = null;
  for (let page = 0; page < PAGES_OF_PART && point.seq < end.seq; page += 1) {
    const lines = await auditLinesAfter(tx, point.seq, end.seq);
    for (const line of lines) {
      if (!chain.take(line)) break;
      point = { seq: BigInt(line.seq), hash: line.hash };
      firstAt ??= line.at;
      lastAt = line.at;
    }
    if (lines.length === 0 || BigInt(lines.at(-1)?.seq ?? 0) !== point.seq) {
      const verdict = chain.end();
      const fault = verdict.ok ? null : { seq: verdict.seq, kind: verdict.fault };
      return { point, firstAt, lastAt, fault };
    }
  }
  return { point, firstAt, lastAt, fault: null };
}
