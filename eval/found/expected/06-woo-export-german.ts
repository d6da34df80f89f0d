import { expect, it } from "vitest";
import { eur, importers } from "@/eval/found/importing";
import { inputsFor } from "@/eval/found/inputs";

const inputs = inputsFor(import.meta.filename);
const open = importers();

it.each(["wc-export.csv", "wc-export-fr.csv"])("%s is read as a file of WooCommerce", async (file) => {
  const { catalog, shop } = await open();
  const report = await catalog(inputs.text(file));
  expect(report).toMatchObject({ created: 2, refused: 0, survey: { form: { id: "woocommerce" } } });
  expect(await shop.item("A-100")).toMatchObject({ price: eur("14.99"), stock: 12 });
  expect(await shop.item("V-S")).toMatchObject({ price: eur("25.00"), stock: 4 });
});
