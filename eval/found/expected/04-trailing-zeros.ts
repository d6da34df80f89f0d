import { expect, it } from "vitest";
import { eur, importers } from "@/eval/found/importing";
import { inputsFor } from "@/eval/found/inputs";

const inputs = inputsFor(import.meta.filename);
const open = importers();

it("amounts with zeros and tails come in, and a cost below a cent is rounded up with a notice", async () => {
  const { catalog, shop } = await open();
  const report = await catalog(inputs.text("list.csv"));
  expect(report).toMatchObject({ created: 5, refused: 0 });
  expect(report.notices).toEqual([expect.stringMatching(/^2 costs .* 0\.0435 to 0\.05 in row 4\.$/)]);
  const amounts = async (sku: string) => {
    const item = await shop.item(sku);
    return [item?.["cost"], item?.["price"]];
  };
  expect(await amounts("M-1")).toEqual([eur("19.05"), eur("39.99")]);
  expect(await amounts("M-2")).toEqual([eur("12.49"), eur("25.00")]);
  expect(await amounts("M-3")).toEqual([eur("0.05"), eur("0.10")]);
  expect(await amounts("M-4")).toEqual([eur("12.55"), eur("25.10")]);
  expect(await amounts("M-5")).toEqual([eur("12.35"), eur("25.10")]);
});

it("yen with decimals of zeros come in, and so does an amount of a request", async () => {
  const { catalog, shop } = await open();
  expect(await catalog(inputs.text("jpy.csv"), { currency: "JPY" })).toMatchObject({ created: 1 });
  expect(await shop.item("B")).toMatchObject({ price: { amount: "1480", currency: "JPY" } });
  expect(await shop.upsert({ sku: "R", title: "R", price: eur("19.9000") })).toMatchObject({ status: 200 });
});
