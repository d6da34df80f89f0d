import { expect, it } from "vitest";
import { importers } from "@/eval/found/importing";
import { inputsFor } from "@/eval/found/inputs";

const inputs = inputsFor(import.meta.filename);
const open = importers();

it("quotation marks within titles are text", async () => {
  const { catalog, shop } = await open();
  const report = await catalog(inputs.text("list.csv"));
  expect(report).toMatchObject({ rows: 4, created: 4, faultCount: 0 });
  const titles = await Promise.all(
    ["T-1", "T-2", "T-3", "T-4"].map(async (sku) => (await shop.item(sku))?.["title"]),
  );
  expect(titles).toEqual(['Monitor 27" schwarz', 'Monitor 32" weiss', 'Rohr 1/2" x 3/4"', '"Halter" gross']);
});
