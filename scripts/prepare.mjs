// `npm run build`: installs and builds what is missing.
import { ensurePages } from "./build.mjs";
import { makeReady, ROOT } from "./make-ready.mjs";

await makeReady(() => ensurePages(ROOT));
