import { expect, it } from "vitest";
import { eur, importers } from "@/eval/found/importing";
import { inputsFor } from "@/eval/found/inputs";

const inputs = inputsFor(import.meta.filename);
const open = importers();

it("stocks of known items are set, and none is created", async () => {
  const { catalog, shop } = await open();
  expect(await catalog(inputs.text("shopify-inventory.csv"))).toMatchObject({ created: 0, skipped: 1 });
  await shop.upsert({ sku: "101", title: "Pot", price: eur("12.50") });
  expect(await catalog(inputs.text("shopify-inventory.csv"))).toMatchObject({ updated: 1, refused: 0 });
  expect(await shop.item("101")).toMatchObject({ stock: 7, price: eur("12.50"), title: "Pot" });
});
