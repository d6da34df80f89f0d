/**
 * A process that connects a workspace to a shop and reads its whole list, as a worker does:
 * `node worker.js WORKSPACE KIND URL CREDENTIALS`. Its last line is the figures as JSON.
 */
import { setTimeout as pause } from "node:timers/promises";
import { readEnv } from "@/server/boot/env";
import { installationSecrets } from "@/server/boot/installation-secrets";
import { openServices } from "@/server/boot/services";
import { appRoleUrl } from "@/server/db/database/migrate";
import { connectorFor, STORE_KINDS } from "@/server/stores";
import { connectStore } from "@/server/usecases/integrations/connect";
import { listIntegrations } from "@/server/usecases/integrations/list";
import { runSync } from "@/server/usecases/integrations/sync";
import { operatorContext } from "@/server/usecases/operator-context";
import { memoryOf, resetPeak } from "../memory";

const SAMPLE_MS = 20;
const MB = 1_048_576;

const [workspace = "", wanted = "", url = "", credentials = "{}"] = process.argv.slice(2);
const kind = STORE_KINDS.find((each) => each === wanted);
if (!kind) throw new Error(`there is no store of kind ${wanted}`);

const env = readEnv();
const secrets = await installationSecrets(env);
const databaseUrl = appRoleUrl(env.DATABASE_URL ?? "", secrets.appDbPassword);
const services = openServices({ env, secrets, databaseUrl, sandbox: null });
const context = await operatorContext(services, workspace);
const pricing = { currency: "EUR", prices_include_vat: true, vat_rate: "0.19" };
const { row } = await connectStore(context, { kind, url, credentials: JSON.parse(credentials), pricing });

let heap = 0;
const sampler = setInterval(() => {
  heap = Math.max(heap, process.memoryUsage().heapUsed);
}, SAMPLE_MS);
const { resident_mb: before } = memoryOf(process.pid);
resetPeak(process.pid);
const started = performance.now();
const present = async () => (await listIntegrations(context)).find(({ id }) => id === row.id);
for (let seen = await present(); seen?.syncStatus !== "ok"; seen = await present()) {
  if (seen?.syncStatus === "failed") throw new Error(seen.sync?.error ?? "the sync failed");
  await runSync(services, context.tenant, row.id);
  await pause(SAMPLE_MS);
}
const seconds = (performance.now() - started) / 1_000;
clearInterval(sampler);
const { sync } = (await present()) ?? {};
const { peak_mb: peak } = memoryOf(process.pid);
console.log(
  JSON.stringify({
    store: connectorFor(kind).title,
    variants: sync?.seen ?? 0,
    created: sync?.created ?? 0,
    pages: sync?.pages ?? 0,
    seconds: Number(seconds.toFixed(1)),
    before_mb: before,
    peak_rss_mb: peak,
    peak_heap_mb: Math.round(heap / MB),
  }),
);
process.exit(0);
