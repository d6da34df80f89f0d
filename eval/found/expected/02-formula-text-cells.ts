import { expect, it } from "vitest";
import { importers } from "@/eval/found/importing";
import { inputsFor } from "@/eval/found/inputs";

const inputs = inputsFor(import.meta.filename);
const open = importers();

it("skus that are written as formulas with a text are that text", async () => {
  const { catalog, shop } = await open();
  const report = await catalog(inputs.text("list.csv"));
  expect(report).toMatchObject({ rows: 3, created: 3, faultCount: 0 });
  expect(await shop.item("0017")).toMatchObject({ title: "Small nut", cost: { amount: "1.10" } });
  expect(await shop.item("0018")).toMatchObject({ title: "Big nut", price: { amount: "2.70" } });
});
