/**
 * A process that serves the API through one of its two handlers: `node handler.js service|pages PORT ROOT`. Settings,
 * database and rate limit are the same; only the handler differs.
 */
import { createServer } from "node:http";
import { readEnv } from "@/server/boot/env";
import { installationSecrets } from "@/server/boot/installation-secrets";
import { openRuntime } from "@/server/boot/runtime";
import { shareWithPages } from "@/server/boot/service-for-pages";
import { openServices } from "@/server/boot/services";
import { startWebServer } from "@/server/boot/web-server";
import { appRoleUrl } from "@/server/db/database/migrate";

const [kind, portText, root = process.cwd()] = process.argv.slice(2);
const port = Number(portText);
const host = "127.0.0.1";

const env = readEnv();
const secrets = await installationSecrets(env);
const databaseUrl = appRoleUrl(env.DATABASE_URL ?? "", secrets.appDbPassword);
const services = openServices({ env, secrets, databaseUrl, sandbox: null });
// `embedded`: either handler counts requests in memory, as a process that owns its database does.
const runtime = openRuntime(services, { env, embedded: true, root });
shareWithPages(runtime.forPages);

if (kind === "service") {
  await startWebServer(runtime, () => Promise.reject(new Error("no pages are measured here")), {
    port,
    host,
  });
} else {
  const { default: next } = await import("next");
  const app = next({ dev: false, dir: root, hostname: host, port });
  await app.prepare();
  const respond = app.getRequestHandler();
  createServer((incoming, response) => void respond(incoming, response)).listen(port, host);
}
