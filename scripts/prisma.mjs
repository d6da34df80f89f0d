// `npm run prisma -- generate`: runs the commands of Prisma that need no database. Migrations are written by hand, and
// the service applies them itself (server/db/database/migrate.ts).
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";

const OFFLINE = ["format", "generate", "validate"];
const args = process.argv.slice(2);

if (OFFLINE.includes(args[0])) {
  const { status } = spawnSync(
    process.execPath,
    [createRequire(import.meta.url).resolve("prisma/build/index.js"), ...args],
    {
      stdio: "inherit",
      env: {
        ...process.env,
        // None of these commands starts the schema engine; without a program named here, each would download it.
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        PRISMA_HIDE_UPDATE_MESSAGE: "1",
        CHECKPOINT_DISABLE: "1",
      },
    },
  );
  process.exitCode = status ?? 1;
} else {
  process.stderr.write(`Prisma's commands here are ${OFFLINE.join(", ")}.\n`);
  process.exitCode = 2;
}
