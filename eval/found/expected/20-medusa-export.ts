import { expect, it } from "vitest";
import { eur, importers } from "@/eval/found/importing";
import { inputsFor } from "@/eval/found/inputs";

const inputs = inputsFor(import.meta.filename);
const open = importers();

it("a price of a region is named and not taken for everybody's", async () => {
  const { catalog, shop } = await open();
  const report = await catalog(inputs.text("regions.csv"));
  expect(report.notices).toEqual([
    expect.stringMatching(
      /^No column holds EUR prices for everybody: "Variant Price Europe \[EUR\]" is of a region/,
    ),
  ]);
  expect(await shop.item("A-100")).toMatchObject({ title: "Mug", price: null });
});

it("the placeholder of an option is no part of a title", async () => {
  const { catalog, shop } = await open();
  await catalog(inputs.text("both.csv"));
  expect(await shop.item("A-100")).toMatchObject({ title: "Mug", price: eur("14.99") });
});
