import { expect, it } from "vitest";
import { eur, importers } from "@/eval/found/importing";
import { inputsFor } from "@/eval/found/inputs";

const inputs = inputsFor(import.meta.filename);
const open = importers();

it("rows of articles that the shop does not have are counted, and are neither faults nor items", async () => {
  const { catalog, shop } = await open();
  await shop.upsert({ sku: "A-100", title: "Waage", cost: eur("10.00") });
  const report = await catalog(inputs.text("supplier.csv"), { items: "existing" });
  expect(report).toMatchObject({ updated: 1, created: 0, skipped: 2, refused: 0 });
  expect(await shop.item("A-100")).toMatchObject({ cost: eur("11.90") });
  expect(await shop.count()).toBe(1);
});
