import { expect, it } from "vitest";
import { importers } from "@/eval/found/importing";
import { inputsFor } from "@/eval/found/inputs";

const inputs = inputsFor(import.meta.filename);
const open = importers();

it("the report of margins comes back unchanged", async () => {
  const { catalog, shop } = await open();
  await shop.call("POST", "/catalog/items", JSON.parse(inputs.text("items.json")));
  const exported = await shop.call("GET", "/reports/export?report=margins&format=csv");
  expect(exported.text).toContain("'-5XL");
  expect(await catalog(exported.text)).toMatchObject({ created: 0, updated: 0, unchanged: 2, refused: 0 });
  expect(await shop.count()).toBe(2);
});
