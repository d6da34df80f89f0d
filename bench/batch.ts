import { parseArgs } from "node:util";
import { BATCH_STORES } from "@/e2e/decision-batches/batch-stores";
import { experiment, holds } from "@/e2e/decision-batches/experiment";
import { onOwnDatabase } from "@/e2e/own-database";

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
const held = await onOwnDatabase("batches", async (database) => {
  const options = { items, store, workers: 2, seed, deathRate, timeoutMs: 1_500_000 };
  const figures = await experiment(database, options);
  console.log(`${figures.items_per_second} decisions per second, ${figures.kills} workers killed`);
  console.log(JSON.stringify(figures));
  return holds(figures);
});
process.exit(held ? 0 : 1);
