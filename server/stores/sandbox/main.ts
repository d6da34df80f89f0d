import { parseArgs } from "node:util";
import { sandboxSecret } from "@/server/stores/sandbox/access";
import { startSandboxStore } from "@/server/stores/sandbox/server";

const { values } = parseArgs({
  options: { dir: { type: "string" }, port: { type: "string" }, host: { type: "string" } },
});
const port = Number(values.port);
if (!values.dir || !Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error("Usage: --dir FOLDER --port PORT [--host ADDRESS]");
  process.exit(2);
}

const store = await startSandboxStore({
  dir: values.dir,
  port,
  secret: await sandboxSecret(values.dir),
  onError: (error) => console.error(error),
  ...(values.host === undefined ? {} : { host: values.host }),
});
console.log(`Sandbox store listens on ${store.url}`);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void store.stop());
