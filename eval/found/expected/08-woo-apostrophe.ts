import { expect, it } from "vitest";
import { importers } from "@/eval/found/importing";
import { inputsFor } from "@/eval/found/inputs";

const inputs = inputsFor(import.meta.filename);
const open = importers();

it("the exporter's apostrophe is taken off", async () => {
  const { catalog, shop } = await open();
  await catalog(inputs.text("wc-export.csv"), { rows: "good" });
  expect(await shop.item("-5XL")).toMatchObject({ title: "+2 glasses" });
});
