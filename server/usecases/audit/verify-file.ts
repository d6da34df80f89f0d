import { createHash } from "node:crypto";
import { z } from "zod";
import { type ChainPoint, createChainVerifier, type VerificationResult } from "@/server/db/audit/chain";
import { DomainError } from "@/server/domain/errors";
import { EXPORT_FORMAT } from "./export";

const hex = z.string().regex(/^[0-9a-f]{64}$/);
const point = z.object({ seq: z.string().regex(/^\d{1,18}$/), hash: hex });
const text = z.string().nullable();
const header = z.object({
  log: z.object({ format: z.literal(EXPORT_FORMAT), workspace: z.string(), after: point }),
});
const event = z.object({
  seq: point.shape.seq,
  id: z.string(),
  at: z.string(),
  actor: z.string(),
  actor_label: z.string(),
  via: z.string(),
  action: z.string(),
  subject: z.string(),
  before: text,
  after: text,
  request_id: text,
  ip: text,
  previous: hex,
  hash: hex,
});
const footer = z.object({
  manifest: z.object({ workspace: z.string(), events: z.number(), end: point, sha256: hex }),
});

const pointOf = ({ seq, hash }: z.output<typeof point>): ChainPoint => ({ seq: BigInt(seq), hash });

/**
 * Verifies an exported log from its lines alone: each event, the order, the manifest and its checksum.
 * @param published the end of the log as published elsewhere, for example in the manifest of an earlier export
 * @throws DomainError bad_request for a file that is no exported log or lacks its last line
 */
export async function verifyAuditFile(
  lines: AsyncIterable<string>,
  published?: ChainPoint,
): Promise<VerificationResult & { readonly workspace: string }> {
  const sum = createHash("sha256");
  let chain: ReturnType<typeof createChainVerifier> | null = null;
  let workspace = "";
  for await (const line of lines) {
    const value = parseJson(line);
    const begin = header.safeParse(value);
    const end = footer.safeParse(value);
    if (!chain) {
      if (!begin.success) break;
      workspace = begin.data.log.workspace;
      chain = createChainVerifier(workspace, pointOf(begin.data.log.after), published);
    } else if (end.success) {
      return { workspace, ...compareWithManifest(chain.end(), end.data.manifest, sum.digest("hex")) };
    } else {
      const next = event.safeParse(value);
      if (!next.success) throw unreadableFile(`This line is no event: ${line.slice(0, 80)}`);
      if (!chain.take(next.data)) return { workspace, ...chain.end() };
    }
    sum.update(`${line}\n`);
  }
  throw unreadableFile(
    chain ? "The file ends before its manifest: it was cut off." : "This file is not an exported audit log.",
  );
}

// Events missing at the end, and changes to the file's form, show against the file's own manifest.
function compareWithManifest(
  verdict: VerificationResult,
  manifest: z.output<typeof footer>["manifest"],
  sha256: string,
): VerificationResult {
  if (!verdict.ok) return verdict;
  const { seq, hash } = manifest.end;
  if (BigInt(seq) > BigInt(verdict.events))
    return { ok: false, seq: String(verdict.events + 1), fault: "truncated" };
  if (hash !== verdict.head || manifest.sha256 !== sha256)
    return { ok: false, seq, fault: "not_as_published" };
  return verdict;
}

const unreadableFile = (message: string): DomainError => new DomainError("bad_request", message);

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new DomainError("bad_request", `This line is no JSON: ${line.slice(0, 80)}`, {}, { cause });
  }
}
