// Runs the Prisma command line with this project's own schema engine, so that nothing is downloaded. Commands that
// need a database use DATABASE_URL or, if it is not set, the embedded database of DATA_DIR.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const args = process.argv.slice(2);

async function openDatabase() {
  const needed = args[0] === "migrate" || args[0] === "db" || args[0] === "studio";
  if (process.env.DATABASE_URL || !needed || args.includes("--help")) return null;
  const { tsImport } = await import("tsx/esm/api");
  const { startEmbedded } = await tsImport("../server/db/embedded/start.ts", import.meta.url);
  return startEmbedded(process.env.DATA_DIR ?? join(root, ".data"));
}

async function run(database) {
  const cli = createRequire(import.meta.url).resolve("prisma/build/index.js");
  const child = spawn(process.execPath, [cli, ...args], {
    stdio: "inherit",
    env: {
      ...process.env,
      ...(database && { DATABASE_URL: database.ownerUrl }),
      PRISMA_SCHEMA_ENGINE_BINARY: join(root, "prisma", "engine", "schema-engine.mjs"),
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
      CHECKPOINT_DISABLE: "1",
    },
  });
  const [code] = await once(child, "exit");
  return code ?? 1;
}

const database = await openDatabase();
try {
  process.exitCode = await run(database);
} finally {
  await database?.stop();
}
