// Runs the Prisma command line with this project's own schema engine, so that nothing is downloaded.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cli = createRequire(import.meta.url).resolve("prisma/build/index.js");
const { status, error } = spawnSync(process.execPath, [cli, ...process.argv.slice(2)], {
  stdio: "inherit",
  env: {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: join(root, "prisma", "engine", "schema-engine.mjs"),
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
    CHECKPOINT_DISABLE: "1",
  },
});
if (error) throw error;
process.exitCode = status ?? 1;
