// Runs the built service: what `npm start` does when all is prepared, and what a container does.
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

// The service runs in this process, so that signals, exit code and process id are its own. The build is for
// production, whatever NODE_ENV the caller's shell sets.
process.env.NODE_ENV = "production";
// Collect garbage once the heap has grown by two fifths of its live size; with memory to spare, Node would let it
// grow to four times that. This is no limit: the heap still grows as needed.
setFlagsFromString("--heap-growing-percent=40");
process.chdir(root);
await import(pathToFileURL(join(root, "dist", "main.js")).href);
