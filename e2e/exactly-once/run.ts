import { parseArgs } from "node:util";
import { onOwnDatabase } from "@/e2e/own-database";
import { experiment, holds } from "./experiment";
import { FULL_SIZE, GUARDS, LARGE_STORE_NAMES, REAL_MEDUSA, STORE_NAMES } from "./options";

const { values } = parseArgs({
  options: {
    items: { type: "string" },
    seed: { type: "string" },
    store: { type: "string" },
    without: { type: "string" },
  },
});
const without = GUARDS.find((guard) => guard === values.without) ?? null;
const names = [...STORE_NAMES, ...LARGE_STORE_NAMES];
const store = names.find((name) => name === (values.store ?? FULL_SIZE.store));
const items = Number(values.items ?? FULL_SIZE.items);
if (
  store === undefined ||
  (values.without !== undefined && without === null) ||
  !(Number.isInteger(items) && items > 0 && items <= 100)
) {
  console.error(
    `Usage: [--items 1…100] [--seed NUMBER] [--store ${names.join("|")}] [--without ${GUARDS.join("|")}]`,
  );
  process.exit(2);
}
const seed = Number(values.seed ?? Date.now() % 1_000_000);
console.log(
  `${items} approvals, store ${store}, seed ${seed}${without === null ? "" : `, without the guard: ${without}`}`,
);
const size = store === "medusa-real" ? { ...FULL_SIZE, ...REAL_MEDUSA } : FULL_SIZE;
const held = await onOwnDatabase("exactly_once", async (database) => {
  const figures = await experiment(database, { ...size, store, items, seed, without });
  console.log(JSON.stringify(figures));
  return holds(figures);
});
process.exit(held ? 0 : 1);
