// `npm run check:static`: every check that runs no test, two at a time, the longest first.
import "./node-version.mjs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { runParts } from "./parts.mjs";
import { run } from "./step.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const CHECKS = [
  "lint",
  "types",
  "structure",
  "unused",
  "openapi:lint",
  "openapi:diff",
  "format:check",
  "pinned",
];

const { rows, failures } = await runParts(
  CHECKS.map((name) => ({
    name,
    work: () => run("npm", ["run", "--silent", name], { cwd: ROOT, quiet: true }),
  })),
  { sideBySide: 2 },
);
for (const { name, took, result } of rows)
  process.stdout.write(`${name.padEnd(12)} ${took.padStart(12)}  ${result}\n`);
for (const failure of failures) process.stderr.write(`${failure}\n`);
process.exitCode = failures.length > 0 ? 1 : 0;
