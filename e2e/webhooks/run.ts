import { parseArgs } from "node:util";
import { onOwnDatabase } from "@/e2e/own-database";
import { experiment, holds } from "./experiment";

const STALLED_MS = 300_000;

const { values } = parseArgs({ options: { events: { type: "string" }, seed: { type: "string" } } });
const events = Number(values.events ?? 2_000);
if (!(Number.isInteger(events) && events > 0 && events <= 20_000)) {
  console.error("Usage: [--events 1…20000] [--seed NUMBER]");
  process.exit(2);
}
const seed = Number(values.seed ?? Date.now() % 1_000_000);
console.log(`${events} events, seed ${seed}`);
const held = await onOwnDatabase("webhooks", async (database) => {
  const figures = await experiment(database, { events, seed, senders: 3, stalledMs: STALLED_MS });
  console.log(JSON.stringify(figures));
  return holds(figures);
});
process.exit(held ? 0 : 1);
