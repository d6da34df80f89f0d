import { createHash } from "node:crypto";
import type { ChainPoint } from "@/server/db/audit/chain";
import { auditLinesAfter, auditSpan } from "@/server/db/audit/reading";
import { type RequestContext, read } from "../request-context";

/** The form of an exported log: a first line that says what follows, a line an event, and the manifest as the last one. */
export const EXPORT_FORMAT = "pricecheck-audit-1";

/** A span of time; null is not narrowed. `to` is not part of it. */
export interface AuditPeriod {
  readonly from: Date | null;
  readonly to: Date | null;
}

/** What an export holds: kept elsewhere, it shows what was done to the file or to the log since. */
export interface AuditManifest {
  readonly workspace: string;
  readonly events: number;
  /** The last event's number and hash: the end of the log as of then. */
  readonly end: { readonly seq: string; readonly hash: string };
  readonly exported_at: string;
  /** SHA-256 in hex over every byte before the manifest's line. */
  readonly sha256: string;
}

const told = ({ seq, hash }: ChainPoint) => ({ seq: String(seq), hash });

/**
 * Writes the workspace's audit log, or a span of it, as lines of JSON that can be verified without the service.
 * @returns the lines, each with its line break; the manifest when they are all written
 */
export async function* exportAudit(
  context: RequestContext,
  period: AuditPeriod,
): AsyncGenerator<string, AuditManifest, undefined> {
  const { workspaceId } = context.tenant;
  const { start, end } = await read(context, (tx) => auditSpan(tx, period));
  const hash = createHash("sha256");
  const line = (value: object): string => {
    const text = `${JSON.stringify(value)}\n`;
    hash.update(text);
    return text;
  };
  yield line({ log: { format: EXPORT_FORMAT, workspace: workspaceId, after: told(start) } });
  let after = start.seq;
  while (after < end.seq) {
    const events = await read(context, (tx) => auditLinesAfter(tx, after, end.seq));
    const last = events.at(-1);
    if (!last) break;
    yield events.map(line).join("");
    after = BigInt(last.seq);
  }
  const manifest: AuditManifest = {
    workspace: workspaceId,
    events: Number(end.seq - start.seq),
    end: told(end),
    exported_at: new Date(context.services.now()).toISOString(),
    sha256: hash.digest("hex"),
  };
  yield `${JSON.stringify({ manifest })}\n`;
  return manifest;
}
