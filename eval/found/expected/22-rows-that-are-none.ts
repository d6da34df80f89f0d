import { expect, it } from "vitest";
import { importers } from "@/eval/found/importing";
import { inputsFor } from "@/eval/found/inputs";

const inputs = inputsFor(import.meta.filename);
const open = importers();

it("rows without anything in them are neither rows nor faults", async () => {
  const { catalog } = await open();
  const report = await catalog(inputs.text("list.csv"), { dryRun: true });
  expect(report.survey.rows).toBe(7);
  const faulty = report.faults.map(({ line }) => line);
  for (const empty of [6, 10, 11]) expect(faulty).not.toContain(empty);
});

it("an empty cell behind the last column is none", async () => {
  const { catalog, shop } = await open();
  const report = await catalog(inputs.text("trailing.csv"));
  expect(report).toMatchObject({ rows: 2, created: 2, faultCount: 0 });
  expect(await shop.item("T-1")).toMatchObject({ cost: { amount: "9.00" }, price: { amount: "17.90" } });
});
