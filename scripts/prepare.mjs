// `npm run build`, and the first step of `npm start`: installs and builds what is missing.
import "./node-version.mjs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBundled, ensureGenerated, ensurePages } from "./build.mjs";
import { ensureInstalled } from "./install.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

try {
  await ensureInstalled(root, "the dependencies");
  await ensureGenerated(root);
  await ensureBundled(root);
  await ensurePages(root);
} catch (error) {
  process.stderr.write(`Pricecheck cannot be made ready: ${error.message}\n`);
  process.exit(1);
}
