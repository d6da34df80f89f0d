import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import type { ChainPoint } from "@/server/db/audit/chain";
import { verifyAudit } from "@/server/db/audit/reading";
import { type AuditManifest, exportAudit } from "@/server/usecases/audit/export";
import { verifyAuditFile } from "@/server/usecases/audit/verify-file";
import { operatorContext } from "@/server/usecases/operator-context";
import { readTransaction } from "@/server/usecases/transaction";
import { command, optional, required, UsageError } from "./command";

function publishedPoint(events: string | undefined, head: string | undefined): ChainPoint | undefined {
  if (events === undefined && head === undefined) return undefined;
  if (!/^[1-9]\d{0,17}$/.test(events ?? "") || !/^[0-9a-f]{64}$/.test(head ?? ""))
    throw new UsageError("A published end is both: --events N and --head with its 64 hexadecimal digits.");
  return { seq: BigInt(events ?? ""), hash: head ?? "" };
}

function moment(name: string, text: string | undefined): Date | null {
  if (text === undefined) return null;
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new UsageError(`--${name} is no time: ${text}`);
  return at;
}

export const audit = [
  command(
    "audit verify",
    "Checks the audit log's chain, or an exported file's; with a published end, cut off events show too",
    {
      workspace: optional("ID"),
      file: optional("FILE"),
      events: optional("N"),
      head: optional("HEX"),
    },
    async ({ services, folder }, { workspace, file, events, head }) => {
      const published = publishedPoint(events, head);
      if ((workspace === undefined) === (file === undefined))
        throw new UsageError("Say what to check: --workspace or --file.");
      return file === undefined
        ? await readTransaction(await operatorContext(services, workspace ?? ""), (tx) =>
            verifyAudit(tx, published),
          )
        : await verifyAuditFile(createInterface(createReadStream(resolve(folder, file))), published);
    },
  ),
  command(
    "audit export",
    "Writes the audit log, or a span of it, into a new file that can be checked without the service",
    { workspace: required("ID"), out: required("FILE"), from: optional("ISO"), to: optional("ISO") },
    async ({ services, folder }, { workspace, out, from, to }) => {
      const context = await operatorContext(services, workspace);
      const lines = exportAudit(context, { from: moment("from", from), to: moment("to", to) });
      const file = resolve(folder, out);
      let manifest: AuditManifest | undefined;
      const written = async function* () {
        manifest = yield* lines;
      };
      await writeFile(file, written(), { flag: "wx" });
      return { file, ...manifest };
    },
  ),
];
