import { expect, it } from "vitest";
import { importers } from "@/eval/found/importing";
import { inputsFor } from "@/eval/found/inputs";

const inputs = inputsFor(import.meta.filename);
const open = importers();

it("a list whose first line names its delimiter is read with that and decimal commas", async () => {
  const { catalog, shop } = await open();
  const report = await catalog(inputs.text("list.csv"));
  expect(report).toMatchObject({
    rows: 2,
    created: 2,
    faultCount: 0,
    survey: { delimiter: ";", mark: "comma", header: { line: 2 } },
  });
  expect(await shop.item("A-101")).toMatchObject({
    price: { amount: "1999.00" },
    cost: { amount: "1012.50" },
  });
});
