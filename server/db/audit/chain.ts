import { createHash } from "node:crypto";
import { canonicalJson } from "../database/canonical-json";

/** One event as text, as it is hashed, exported and read back: whole numbers in decimal, times in ISO, hashes in hex. */
export interface AuditLine {
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

/** An event's place in the chain: its number and its hash, which stands for it and everything before it. */
export interface ChainPoint {
  readonly seq: bigint;
  readonly hash: string;
}

/**
 * What is wrong with a log: an event was changed, one is missing before the last one, one follows another than the one
 * before it, the log ends before a point that was published, or it holds another event at that point.
 */
export type AuditFault = "edited" | "gap" | "reordered" | "truncated" | "not_as_published";

/** What a check of the chain found; `head` and `events` name the log's end, for a copy kept elsewhere. */
export type AuditVerdict =
  | { readonly ok: true; readonly events: number; readonly head: string }
  | { readonly ok: false; readonly seq: string; readonly fault: AuditFault };

export const CHAIN_START: ChainPoint = { seq: 0n, hash: "0".repeat(64) };

/** The event's hash in hex: SHA-256 over the hash before it and the event with its workspace. */
export function auditHash(workspaceId: string, line: Omit<AuditLine, "hash">): string {
  const { seq, id, at, actor, actor_label, via, action, subject, before, after, request_id, ip } = line;
  const told = [seq, id, at, actor, actor_label, via, action, subject, before, after, request_id, ip];
  return createHash("sha256")
    .update(Buffer.from(line.previous, "hex"))
    .update(canonicalJson([workspaceId, ...told]))
    .digest("hex");
}

/**
 * Follows a chain, event by event.
 * @param from the point the first event has to follow
 * @param published a point the chain has to reach and to hold, as it was published when it was the log's end
 */
export function followChain(workspaceId: string, from: ChainPoint = CHAIN_START, published?: ChainPoint) {
  let last = from;
  let fault: AuditVerdict | null = null;
  const found = (seq: bigint, what: AuditFault): void => {
    fault = { ok: false, seq: String(seq), fault: what };
  };
  return {
    /** Takes the next event; false once something is wrong. */
    take(line: AuditLine): boolean {
      const seq = BigInt(line.seq);
      if (seq !== last.seq + 1n) found(last.seq + 1n, seq > last.seq ? "gap" : "reordered");
      else if (auditHash(workspaceId, line) !== line.hash) found(seq, "edited");
      else if (line.previous !== last.hash) found(seq, "reordered");
      else if (published?.seq === seq && published.hash !== line.hash) found(seq, "not_as_published");
      else last = { seq, hash: line.hash };
      return fault === null;
    },
    /** The verdict over what was taken. */
    end(): AuditVerdict {
      if (fault) return fault;
      if (published && published.seq > last.seq)
        return { ok: false, seq: String(last.seq + 1n), fault: "truncated" };
      return { ok: true, events: Number(last.seq), head: last.hash };
    },
  };
}
