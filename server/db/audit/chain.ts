import { createHash } from "node:crypto";
import { canonicalJson } from "../database/canonical-json";

/**
 * One event as text, in the form that is hashed, exported and verified: integers in decimal, times in ISO, hashes in
 * hex.
 */
export interface AuditEntry {
  readonly seq: string;
  readonly id: string;
  readonly at: string;
  /** Kind and id, such as `user:usr_…`. */
  readonly actor: string;
  readonly actor_label: string;
  readonly via: string;
  readonly action: string;
  readonly subject: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly request_id: string | null;
  readonly ip: string | null;
  readonly previous: string;
  readonly hash: string;
}

/** An event's position in the chain: its number and its hash, which covers it and all events before it. */
export interface ChainPoint {
  readonly seq: bigint;
  readonly hash: string;
}

/**
 * Why a log fails verification: an event was changed (edited); an event before the last one is missing (gap); an
 * event does not follow the one before it (reordered); the log ends before a published point (truncated); or it has
 * another event at that point (not_as_published).
 */
export type AuditFault = "edited" | "gap" | "reordered" | "truncated" | "not_as_published";

/** Result of verifying a chain; `head` and `events` identify the log's end, to be stored outside the database. */
export type VerificationResult =
  | { readonly ok: true; readonly events: number; readonly head: string }
  | { readonly ok: false; readonly seq: string; readonly fault: AuditFault };

export const CHAIN_START: ChainPoint = { seq: 0n, hash: "0".repeat(64) };

/** Computes the event's hash in hex: SHA-256 over the previous hash and the event with its workspace. */
export function auditHash(workspaceId: string, line: Omit<AuditEntry, "hash">): string {
  const { seq, id, at, actor, actor_label, via, action, subject, before, after, request_id, ip } = line;
  const fields = [seq, id, at, actor, actor_label, via, action, subject, before, after, request_id, ip];
  return createHash("sha256")
    .update(Buffer.from(line.previous, "hex"))
    .update(canonicalJson([workspaceId, ...fields]))
    .digest("hex");
}

/**
 * Creates a verifier of a chain, which takes its events one by one.
 * @param from the point that the first event must follow
 * @param published a point that the chain must reach and contain; it was the log's end when it was published
 */
export function createChainVerifier(
  workspaceId: string,
  from: ChainPoint = CHAIN_START,
  published?: ChainPoint,
) {
  let last = from;
  let fault: VerificationResult | null = null;
  const setFault = (seq: bigint, kind: AuditFault): void => {
    fault = { ok: false, seq: String(seq), fault: kind };
  };
  return {
    /** Verifies the next event; false after the first fault. */
    take(line: AuditEntry): boolean {
      const seq = BigInt(line.seq);
      if (seq !== last.seq + 1n) setFault(last.seq + 1n, seq > last.seq ? "gap" : "reordered");
      else if (auditHash(workspaceId, line) !== line.hash) setFault(seq, "edited");
      else if (line.previous !== last.hash) setFault(seq, "reordered");
      else if (published?.seq === seq && published.hash !== line.hash) setFault(seq, "not_as_published");
      else last = { seq, hash: line.hash };
      return fault === null;
    },
    /** Returns the verdict on the events taken so far. */
    end(): VerificationResult {
      if (fault) return fault;
      if (published && published.seq > last.seq)
        return { ok: false, seq: String(last.seq + 1n), fault: "truncated" };
      return { ok: true, events: Number(last.seq), head: last.hash };
    },
  };
}
