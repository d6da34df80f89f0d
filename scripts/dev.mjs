// `npm run dev`: runs the service from its sources. A change of the server restarts it; a change of a page is shown
// at once.
import "./node-version.mjs";
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureGenerated } from "./build.mjs";
import { ensureInstalled } from "./install.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
await ensureInstalled(root, "the dependencies");
await ensureGenerated(root);

const tsx = createRequire(import.meta.url).resolve("tsx/cli");
const args = [
  tsx,
  "watch",
  "--clear-screen=false",
  "--exclude",
  "app/**",
  "--exclude",
  ".next/**",
  "server/main.ts",
];
// Each change would wait for the drain time.
const env = { DRAIN_MS: "0", ...process.env, NODE_ENV: "development" };
const service = spawn(process.execPath, args, { cwd: root, env, stdio: "inherit" });
// The terminal sends its signals to both; this process exits with the service's own code.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => service.kill(signal));
service.on("exit", (code) => process.exit(code ?? 1));
