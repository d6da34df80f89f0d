import { expect, it } from "vitest";
import { eur, importers } from "@/eval/found/importing";
import { inputsFor } from "@/eval/found/inputs";

const inputs = inputsFor(import.meta.filename);
const open = importers();
const set = { seller: "Rival", observed_at: "now" };

it("a competitor's feed gets in with a seller and a time for the whole file", async () => {
  const { observations, shop } = await open();
  for (const sku of ["A-100", "A-101", "A-102"]) await shop.upsert({ sku, title: sku });
  const report = await observations(inputs.text("feed.tsv"), { set });
  expect(report).toMatchObject({ created: 3, refused: 0, survey: { form: { id: "merchant_feed" } } });
  expect(await shop.item("A-100")).toMatchObject({ market: { lowest: eur("19.99") } });
  expect(await shop.item("A-101")).toMatchObject({ market: { count: 0 } });
});

it("a competitor's feed in XML gets in with them too", async () => {
  const { observations, shop } = await open();
  await shop.upsert({ sku: "PROD-001", title: "Headphones" });
  const report = await observations(inputs.text("feed.xml"), { set, items: "existing" });
  expect(report).toMatchObject({ created: 1, refused: 0 });
  expect(report.skipped).toBeGreaterThan(3);
  const { json } = await shop.call("GET", `/catalog/items/${await shop.itemId("PROD-001")}/observations`);
  expect(json).toMatchObject({ data: [{ seller: "Rival", price: { amount: "69.99", currency: "USD" } }] });
});
