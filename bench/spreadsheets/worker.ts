/**
 * A process that imports a file into a workspace, as the service does: `node worker.js FIRST WORKSPACE FILE`. What a
 * process does once, at its first import, is done before, by some rows in the workspace FIRST. The last line is the
 * figures as JSON: rows, seconds, the highest resident memory and the longest time in which it answered nothing; for a
 * file that is refused, the message and the milliseconds until then.
 */
import { createReadStream } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Readable } from "node:stream";
import { readEnv } from "@/server/boot/env";
import { installationSecrets } from "@/server/boot/installation-secrets";
import { openServices } from "@/server/boot/services";
import { appRoleUrl } from "@/server/db/database/migrate";
import { DomainError } from "@/server/domain/errors";
import { importCatalog } from "@/server/usecases/imports/import-items";
import { operatorContext } from "@/server/usecases/operator-context";
import { memoryOf, resetPeak } from "../memory";

const NANOSECONDS = 1e6;
const FIRST_ROWS = 100;

const [firstWorkspace = "", workspace = "", path = ""] = process.argv.slice(2);
const env = readEnv();
const secrets = await installationSecrets(env);
const databaseUrl = appRoleUrl(env.DATABASE_URL ?? "", secrets.appDbPassword);
const services = openServices({ env, secrets, databaseUrl, sandbox: null });
const context = await operatorContext(services, workspace);

const few = ["sku,title", ...Array.from({ length: FIRST_ROWS }, (_, n) => `FIRST-${n},Item`)].join("\n");
await importCatalog(await operatorContext(services, firstWorkspace), () => Readable.from([Buffer.from(few)]));

const delays = monitorEventLoopDelay({ resolution: 5 });
resetPeak(process.pid);
delays.enable();
const started = performance.now();
const figures = await importCatalog(context, () => createReadStream(path)).then(
  ({ created }) => ({ created }),
  (error: unknown) => {
    if (error instanceof DomainError) return { refused: error.message };
    throw error;
  },
);
const ms = performance.now() - started;
delays.disable();
console.log(
  JSON.stringify({
    ...figures,
    ms: Math.round(ms),
    seconds: Number((ms / 1_000).toFixed(1)),
    peak_mb: memoryOf(process.pid).peak_mb,
    longest_ms: Math.round(delays.max / NANOSECONDS),
  }),
);
process.exit(0);
