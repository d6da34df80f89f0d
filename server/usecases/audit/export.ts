import { createHash } from "node:crypto";
import type { ChainPoint } from "@/server/db/audit/chain";
import { auditLinesAfter, auditSpan } from "@/server/db/audit/reading";
import type { RequestContext } from "../request-context";
import { readTransaction } from "../transaction";

/** Format id of an export: a header line, one line per event, and the manifest as the last line. */
export const EXPORT_FORMAT = "pricecheck-audit-1";

/** Half-open range [from, to); null means unbounded. */
export interface AuditPeriod {
  readonly from: Date | null;
  readonly to: Date | null;
}

/** Summary of an export. Stored separately, it detects tampering with the file or, later, with the log. */
export interface AuditManifest {
  readonly workspace: string;
  readonly events: number;
  /** Number and hash of the last event: the end of the log at the time of the export. */
  readonly end: { readonly seq: string; readonly hash: string };
  readonly exported_at: string;
  /** SHA-256 in hex over every byte before the manifest's line. */
  readonly sha256: string;
}

const toPointJson = ({ seq, hash }: ChainPoint) => ({ seq: String(seq), hash });

/**
 * Exports the workspace's audit log, or a period of it, as lines of JSON that can be verified without the service.
 * @returns yields the lines, each with its line break; returns the manifest after the last line
 */
export async function* exportAudit(
  context: RequestContext,
  period: AuditPeriod,
): AsyncGenerator<string, AuditManifest, undefined> {
  const { workspaceId } = context.tenant;
  const { start, end } = await readTransaction(context, (tx) => auditSpan(tx, period));
  const hash = createHash("sha256");
  const serializeAndHash = (value: object): string => {
    const text = `${JSON.stringify(value)}\n`;
    hash.update(text);
    return text;
  };
  yield serializeAndHash({
    log: { format: EXPORT_FORMAT, workspace: workspaceId, after: toPointJson(start) },
  });
  let after = start.seq;
  while (after < end.seq) {
    const events = await readTransaction(context, (tx) => auditLinesAfter(tx, after, end.seq));
    const last = events.at(-1);
    if (!last) break;
    yield events.map(serializeAndHash).join("");
    after = BigInt(last.seq);
  }
  const manifest: AuditManifest = {
    workspace: workspaceId,
    events: Number(end.seq - start.seq),
    end: toPointJson(end),
    exported_at: new Date(context.services.now()).toISOString(),
    sha256: hash.digest("hex"),
  };
  yield `${JSON.stringify({ manifest })}\n`;
  return manifest;
}
