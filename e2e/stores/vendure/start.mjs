// Serves one store file: node start.mjs DATABASE PORT EVENT_LOG [MISSING_FIELD,…]. Prints "READY {port}" when
// it answers. It ends with its parent: the parent holds its standard input open, and each line there is answered
// with "SETTLED" as soon as everything that was committed before stands in the event log.
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import vendure from "@vendure/core";
import { configure } from "./config.mjs";

const { bootstrap, EventBus, ProductVariantEvent, ProductVariantPriceEvent } = vendure;
const [database, port, eventLog, without = ""] = process.argv.slice(2);

const app = await bootstrap(
  configure({ database, port: Number(port), without: without.split(",").filter(Boolean) }),
);

const TURNS = 10;

/** What the store itself says it did, after its transaction: effects are counted from this alone. */
const record = (event) => {
  appendFileSync(eventLog, `${JSON.stringify({ at: new Date().toISOString(), ...event })}\n`);
};
const events = app.get(EventBus);
events.ofType(ProductVariantEvent).subscribe(({ type, input }) => {
  if (type !== "updated") return;
  for (const { id, customFields } of input ?? []) {
    record({ event: "variant.updated", variantId: String(id), marker: customFields?.priceWriteKey ?? null });
  }
});
events.ofType(ProductVariantPriceEvent).subscribe(({ type, entity }) => {
  for (const { price, currencyCode } of entity)
    record({ event: `price.${type}`, price, currency: currencyCode });
});

const stop = () => app.close().finally(() => process.exit(0));
process.once("SIGTERM", stop);
const lines = createInterface({ input: process.stdin });
lines.once("close", stop);
lines.on("line", async () => {
  // The bus publishes an event some turns of the event loop after its transaction, and after the answer.
  for (let turn = 0; turn < TURNS; turn += 1) await wait(0);
  console.log("SETTLED");
});
console.log(`READY ${JSON.stringify({ port: app.getHttpServer().address().port })}`);
