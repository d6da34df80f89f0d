import { expect, it } from "vitest";
import { importers } from "@/eval/found/importing";
import { inputsFor } from "@/eval/found/inputs";

const inputs = inputsFor(import.meta.filename);
const open = importers();

it("words of stock in several languages are read", async () => {
  const { observations, shop } = await open();
  for (const sku of ["A-100", "A-101", "A-102"]) await shop.upsert({ sku, title: sku });
  expect(await observations(inputs.text("obs.csv"))).toMatchObject({ created: 6, refused: 0 });
  const stockOf = async (sku: string) => {
    const { json } = await shop.call("GET", `/catalog/items/${await shop.itemId(sku)}/observations`);
    const data = json?.["data"] as { seller: string; in_stock: boolean | null }[];
    return Object.fromEntries(data.map(({ seller, in_stock: stock }) => [seller, stock]));
  };
  expect(await stockOf("A-100")).toEqual({ Rival: true, Rival2: true });
  expect(await stockOf("A-101")).toEqual({ Rival: false, Rival2: true });
  expect(await stockOf("A-102")).toEqual({ Rival: true, Rival2: false });
});
