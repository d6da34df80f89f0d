// Serves one store file: node start.mjs DATABASE PORT EVENT_LOG [MISSING_FIELD,…]. Prints "READY {port}" when
// it answers. It ends with its parent: the parent holds its standard input open.
import { appendFileSync } from "node:fs";
import vendure from "@vendure/core";
import { configure } from "./config.mjs";

const { bootstrap, EventBus, ProductVariantEvent, ProductVariantPriceEvent } = vendure;
const [database, port, eventLog, without = ""] = process.argv.slice(2);

const app = await bootstrap(
  configure({ database, port: Number(port), without: without.split(",").filter(Boolean) }),
);

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
process.stdin.once("end", stop).resume();
console.log(`READY ${JSON.stringify({ port: app.getHttpServer().address().port })}`);
