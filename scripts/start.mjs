// `npm start`: makes ready what is missing, then runs the service. Pages that have to be built are built beside it.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { arePagesBuilt } from "./build.mjs";
import { makeReady, ROOT, refuse } from "./make-ready.mjs";
import { runBeside } from "./step.mjs";

await makeReady(() => {
  if (arePagesBuilt(ROOT)) return;
  // What was built from other sources is replaced while the service starts.
  rmSync(join(ROOT, ".next", ".made-of"), { force: true });
  const built = runBeside(process.execPath, [join(ROOT, "scripts", "prepare.mjs")], { cwd: ROOT });
  built.catch(refuse);
  globalThis[Symbol.for("pricecheck.pages")] = built;
});
await import("./serve.mjs");
