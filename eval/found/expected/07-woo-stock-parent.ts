import { expect, it } from "vitest";
import { eur, importers } from "@/eval/found/importing";
import { inputsFor } from "@/eval/found/inputs";

const inputs = inputsFor(import.meta.filename);
const open = importers();

it("a variation whose stock is kept at its product comes in; one without a sku is the only fault", async () => {
  const { catalog, shop } = await open();
  const report = await catalog(inputs.text("wc-export.csv"), { rows: "good" });
  expect(report.faults.map(({ line, message }) => [line, message])).toEqual([[8, "The row has no SKU."]]);
  expect(await shop.item("V-S")).toMatchObject({ price: eur("25.00"), stock: null });
});

it("a stock of 2.5 is 2", async () => {
  const { catalog, shop } = await open();
  const withSku = inputs.text("wc-export.csv").replace("17,variation,,", "17,variation,V-M,");
  const report = await catalog(withSku);
  expect(report.notices.join("\n")).toContain("such as 2.5 to 2 in row 8");
  expect(await shop.item("V-M")).toMatchObject({ stock: 2 });
});
