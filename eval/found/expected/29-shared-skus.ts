import { expect, it } from "vitest";
import { eur, importers } from "@/eval/found/importing";
import { inputsFor } from "@/eval/found/inputs";

const inputs = inputsFor(import.meta.filename);
const open = importers();

it("the first variant of a shared sku is the item, and the others are counted", async () => {
  const { catalog, shop } = await open();
  const report = await catalog(inputs.text("shopify.csv"));
  expect(report).toMatchObject({ created: 2, refused: 0, skipped: 1 });
  expect(report.notices.join("\n")).toContain(
    '1 variant has the SKU of another one and is left out, such as "101" of row 2 in row 3',
  );
  expect(await shop.item("101")).toMatchObject({ title: "Pot, Red", price: eur("12.50") });
});
