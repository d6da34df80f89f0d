// `npm start`: makes ready what is missing, then runs the service.
import "./node-version.mjs";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensurePages } from "./build.mjs";
import { makeReady, ROOT } from "./make-ready.mjs";
import { runBeside } from "./step.mjs";

async function preparePages() {
  // An installation that others use, or that ran here before, is changed by nothing until all of it is built.
  const isNew = !process.env.DATABASE_URL && !existsSync(join(ROOT, ".next", "BUILD_ID"));
  if (!isNew) return ensurePages(ROOT);
  const build = () => runBeside(process.execPath, [join(ROOT, "scripts", "prepare.mjs")], { cwd: ROOT });
  globalThis[Symbol.for("pricecheck.pages")] = build;
}

await makeReady({ next: preparePages });
await import("./serve.mjs");
