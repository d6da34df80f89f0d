// `npm start`: makes ready what is missing, then becomes the service.
import "./prepare.mjs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

// In this very process, so that signals, exit code and process id are the service's own. What was built is for production,
// whatever the caller's shell says.
process.env.NODE_ENV = "production";
// What a run leaves behind is collected once the heap has grown by two fifths of what lives in it. Where a machine has
// memory to spare Node would let it grow to four times that. No limit is set: what needs more gets it.
setFlagsFromString("--heap-growing-percent=40");
process.chdir(root);
await import(pathToFileURL(join(root, "dist", "main.js")).href);
