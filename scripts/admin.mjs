// `npm run admin`: makes ready what is missing except the pages, then runs the operator's command line.
import "./node-version.mjs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { makeReady, ROOT } from "./make-ready.mjs";

await makeReady({ refusal: "The command line does not start" });
process.env.NODE_ENV = "production";
process.env.INIT_CWD ??= process.cwd();
process.chdir(ROOT);
process.setSourceMapsEnabled(true);
await import(pathToFileURL(join(ROOT, "dist", "admin.js")).href);
