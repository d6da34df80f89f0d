import { expect, it } from "vitest";
import { eur, importers } from "@/eval/found/importing";
import { inputsFor } from "@/eval/found/inputs";

const inputs = inputsFor(import.meta.filename);
const open = importers();

it("amounts with a dash come in, and words beside an amount stay faults", async () => {
  const { catalog, shop } = await open();
  // The list is in Windows-1252, as Excel saves it.
  const report = await catalog(inputs.bytes("list.csv"), { rows: "good", encoding: "windows-1252" });
  expect(report.faults.map(({ line, value }) => [line, value])).toEqual([
    [2, "CHF 12.-"],
    [3, "ab 9,99"],
    [3, "12,99 inkl. MwSt"],
  ]);
  expect(await shop.item("A-102")).toMatchObject({ cost: eur("8.00"), price: eur("12.00") });
  expect(await shop.item("A-104")).toMatchObject({ cost: eur("3.50"), price: eur("7.00") });
});

it("amounts as the Swiss write them come in", async () => {
  const { catalog, shop } = await open();
  expect(await catalog(inputs.text("swiss.csv"))).toMatchObject({ created: 3, refused: 0 });
  expect(await shop.item("A-100")).toMatchObject({ cost: eur("1234.50"), price: eur("1999.00") });
  expect(await shop.item("A-102")).toMatchObject({ cost: eur("12.00"), price: eur("19.00") });
});

it("currencies come in as signs and names, and amounts with the sign of another one stay faults", async () => {
  const { catalog } = await open();
  const report = await catalog(inputs.text("currencies.csv"), { rows: "good" });
  expect(report).toMatchObject({ created: 3, otherCurrencies: {} });
  expect([...new Set(report.faults.map(({ line }) => line))]).toEqual([5, 6]);
});
