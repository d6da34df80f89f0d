import { EnvError, readEnv } from "@/server/boot/env";
import { openInstallation } from "@/server/boot/installation";
import { openDatabase } from "@/server/db/database/database";
import { replayRun } from "@/server/usecases/runs/replay";

/** `npm run replay -- <run_id>`: recomputes a run from its stored inputs; exits with 1 at the first difference. */
async function main(runId: string | undefined): Promise<number> {
  if (runId === undefined) {
    console.error("Usage: npm run replay -- <run_id>");
    return 1;
  }
  const installation = await openInstallation(readEnv(), process.cwd());
  const db = openDatabase(installation.databaseUrl, { connections: 2 });
  try {
    const { difference, compared, engineVersion } = await replayRun(db, runId);
    if (difference !== null)
      console.error(
        `Item ${difference.itemId}, ${difference.part}:\n  stored   ${difference.stored}\n  computed ${difference.computed}`,
      );
    else if (compared === 0)
      console.error("This run stored nothing: it was canceled, failed, or found no item.");
    const agrees = difference === null && compared > 0;
    console.log(JSON.stringify({ run: runId, engine_version: engineVersion, compared, agrees }));
    return agrees ? 0 : 1;
  } finally {
    await db.close();
    await installation.stop();
  }
}

const code = await main(process.argv[2]).catch((error: unknown) => {
  const known = error instanceof EnvError || error instanceof Error;
  console.error(known ? error.message : String(error));
  return 1;
});
// The engine that checks the migrations leaves a timer of ten seconds behind. Exit as soon as the output is flushed,
// without waiting for that timer.
process.stdout.write("", () => process.exit(code));
