import { expect, it } from "vitest";
import { importers } from "@/eval/found/importing";
import { inputsFor } from "@/eval/found/inputs";

const inputs = inputsFor(import.meta.filename);
const open = importers();

it.each([{}, { headerRow: 4 }])(
  "the header below the titles is found, or taken as chosen: %o",
  async (options) => {
    const { catalog, shop } = await open();
    const report = await catalog(inputs.text("preisliste.csv"), options);
    expect(report).toMatchObject({ rows: 2, created: 2, faultCount: 0, survey: { header: { line: 4 } } });
    expect(await shop.item("A-100")).toMatchObject({ title: "Küchenwaage", cost: { amount: "12.50" } });
  },
);
