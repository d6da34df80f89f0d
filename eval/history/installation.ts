import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openDatabase } from "@/server/db/database/database";
import { applyMigrations, prepareAppRole } from "@/server/db/database/migrate";
import { createDatabase, withDatabase } from "@/server/db/database/server";
import { startEmbedded } from "@/server/db/embedded/start";
import { prepareQueue } from "@/server/db/queue/queue";
import { makeId } from "@/server/domain/ids";
import { openMetrics } from "@/server/metrics/metrics";
import { openStoreCache, sandboxStore } from "@/server/stores";
import { TEST_SETTINGS } from "@/server/testing/settings";
import type { Log, Services } from "@/server/usecases/services";
import { WRITE_BACK_STEPS } from "@/server/usecases/write-backs/steps";

const MIGRATIONS = fileURLToPath(new URL("../../prisma/migrations", import.meta.url));
const SANDBOX_SECRET = "a secret of the replayed history alone";
const FAST = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/** The product's own parts on a separate PostgreSQL and sandbox store, with a clock that the caller sets. */
export interface Installation {
  readonly services: Services;
  readonly sandbox: { readonly url: string; readonly secret: string };
  /** Sets the clock, in milliseconds since 1970; each reading then advances it by one millisecond. */
  setClock(ms: number): void;
  close(): Promise<void>;
}

/** Starts everything in a folder that `close` deletes. Throws the database's error if it cannot start. */
export async function openInstallation(): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), "pricecheck-history-"));
  const server = await startEmbedded(join(folder, "data"), { settings: FAST });
  const store = await sandboxStore.start({ dir: join(folder, "sandbox"), port: 0, secret: SANDBOX_SECRET });
  const sandbox = { url: store.url, secret: SANDBOX_SECRET };
  const ownerUrl = withDatabase(server.ownerUrl, "history");
  await createDatabase(server.ownerUrl, "history");
  await applyMigrations(ownerUrl, MIGRATIONS);
  const appUrl = await prepareAppRole(ownerUrl, randomBytes(16).toString("hex"));
  await prepareQueue(ownerUrl);
  const db = openDatabase(appUrl, { connections: 4 });
  let clock = 0;
  const now = () => (clock += 1);
  return {
    services: {
      db,
      settings: TEST_SETTINGS,
      log: stderrLog,
      meter: openMetrics(db),
      sandbox,
      storeCache: openStoreCache(() => clock),
      now,
      newId: (kind) => makeId(kind, clock, randomBytes(10)),
      checkpoint: () => undefined,
      writeBackSteps: WRITE_BACK_STEPS,
    },
    sandbox,
    setClock: (ms) => {
      clock = ms;
    },
    close: async () => {
      await db.close();
      await store.stop();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const complain = (fields: object, message: string): void =>
  void process.stderr.write(`${message} ${JSON.stringify(fields)}\n`);
const stderrLog: Log = { debug: () => undefined, info: () => undefined, warn: complain, error: complain };
