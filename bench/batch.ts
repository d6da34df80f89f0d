import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { BATCH_STORES, type BatchStoreKind } from "@/e2e/decision-batches/batch-stores";
import { experiment, holds } from "@/e2e/decision-batches/experiment";
import { applyMigrations, appRoleUrl, prepareAppRole } from "@/server/db/database/migrate";
import { createDatabase, withDatabase } from "@/server/db/database/server";
import { startEmbedded } from "@/server/db/embedded/start";
import { prepareQueue } from "@/server/db/queue/queue";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: "string" }, kills: { type: "string" }, store: { type: "string" } },
});
const items = Number(positionals[0] ?? 5_000);
const store = BATCH_STORES.find((kind) => kind === (values.store ?? "sandbox"));
if (store === undefined || !(Number.isInteger(items) && items > 0 && items <= 20_000)) {
  console.error(`Usage: [1…20000] [--store ${BATCH_STORES.join("|")}] [--seed NUMBER] [--kills RATE]`);
  process.exit(2);
}
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const deathRate = Number(values.kills ?? 0.001);
console.log(
  `${items} approvals in two batches for the store ${store}, seed ${seed}, death rate ${deathRate}`,
);
process.exit((await onOwnDatabase(store)) ? 0 : 1);

async function onOwnDatabase(kind: BatchStoreKind): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), "pricecheck-batch-"));
  const embedded = await startEmbedded(dataDir, { settings: { fsync: "off", max_connections: "200" } });
  try {
    const ownerUrl = withDatabase(embedded.ownerUrl, "batches");
    const password = randomBytes(16).toString("hex");
    await createDatabase(embedded.ownerUrl, "batches");
    await applyMigrations(ownerUrl, join(import.meta.dirname, "..", "prisma", "migrations"));
    await prepareAppRole(ownerUrl, password);
    await prepareQueue(ownerUrl);
    const database = { ownerUrl, appUrl: appRoleUrl(ownerUrl, password) };
    const figures = await experiment(database, {
      items,
      store: kind,
      workers: 2,
      seed,
      deathRate,
      timeoutMs: 1_500_000,
    });
    console.log(`${figures.items_per_second} decisions per second, ${figures.kills} workers killed`);
    console.log(JSON.stringify(figures));
    return holds(figures);
  } finally {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
