import { expect, it } from "vitest";
import { importers } from "@/eval/found/importing";
import { inputsFor } from "@/eval/found/inputs";

const inputs = inputsFor(import.meta.filename);
const open = importers();

it.each([
  ["list.csv", /"8,71126E\+12" looks like a number that a spreadsheet has shortened/],
  ["pandas.csv", /"4006270000012\.0" looks like a number that a spreadsheet has rewritten/],
])("no item is created by a damaged sku of %s", async (file, message) => {
  const { catalog, shop } = await open();
  const report = await catalog(inputs.text(file), { rows: "good" });
  expect(report).toMatchObject({ created: 0, refused: 3 });
  expect(report.faults[0]?.message).toMatch(message);
  expect(await shop.count()).toBe(0);
});
