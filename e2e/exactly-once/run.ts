import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { applyMigrations, appRoleUrl, prepareAppRole } from "@/server/db/database/migrate";
import { createDatabase, withDatabase } from "@/server/db/database/server";
import { startEmbedded } from "@/server/db/embedded/start";
import { prepareQueue } from "@/server/db/queue/queue";
import { experiment, holds } from "./experiment";
import { type ExperimentOptions, FULL_SIZE, GUARDS, STORE_NAMES } from "./options";

const { values } = parseArgs({
  options: {
    items: { type: "string" },
    seed: { type: "string" },
    store: { type: "string" },
    without: { type: "string" },
  },
});
const without = GUARDS.find((guard) => guard === values.without) ?? null;
const store = STORE_NAMES.find((name) => name === (values.store ?? FULL_SIZE.store));
const items = Number(values.items ?? FULL_SIZE.items);
if (
  store === undefined ||
  (values.without !== undefined && without === null) ||
  !(Number.isInteger(items) && items > 0 && items <= 100)
) {
  console.error(
    `Usage: [--items 1…100] [--seed NUMBER] [--store ${STORE_NAMES.join("|")}] [--without ${GUARDS.join("|")}]`,
  );
  process.exit(2);
}
const seed = Number(values.seed ?? Date.now() % 1_000_000);
console.log(
  `${items} approvals, store ${store}, seed ${seed}${without === null ? "" : `, without the guard: ${without}`}`,
);
process.exit((await onOwnDatabase({ ...FULL_SIZE, store, items, seed, without })) ? 0 : 1);

async function onOwnDatabase(options: ExperimentOptions): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), "pricecheck-exactly-once-"));
  const embedded = await startEmbedded(dataDir, { settings: { fsync: "off", max_connections: "200" } });
  try {
    const ownerUrl = withDatabase(embedded.ownerUrl, "exactly_once");
    const password = randomBytes(16).toString("hex");
    await createDatabase(embedded.ownerUrl, "exactly_once");
    await applyMigrations(ownerUrl, join(import.meta.dirname, "..", "..", "prisma", "migrations"));
    await prepareAppRole(ownerUrl, password);
    await prepareQueue(ownerUrl);
    const figures = await experiment({ ownerUrl, appUrl: appRoleUrl(ownerUrl, password) }, options);
    console.log(JSON.stringify(figures));
    return holds(figures);
  } finally {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
