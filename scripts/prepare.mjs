// `npm run build`: installs and builds what is missing.
import "./node-version.mjs";
import { ensurePages } from "./build.mjs";
import { makeReady, ROOT } from "./make-ready.mjs";

await makeReady({ next: () => ensurePages(ROOT) });
