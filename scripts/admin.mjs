// `npm run admin`: prepares what is missing except the pages, then runs the operator's command line.
import "./node-version.mjs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ensureBundled, ensureGenerated } from "./build.mjs";
import { ensureInstalled } from "./install.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

try {
  await ensureInstalled(root, "the dependencies");
  await ensureGenerated(root);
  await ensureBundled(root);
} catch (error) {
  process.stderr.write(`The command line does not start: ${error.message}\n`);
  process.exit(1);
}

process.env.NODE_ENV = "production";
process.env.INIT_CWD ??= process.cwd();
process.chdir(root);
process.setSourceMapsEnabled(true);
await import(pathToFileURL(join(root, "dist", "admin.js")).href);
