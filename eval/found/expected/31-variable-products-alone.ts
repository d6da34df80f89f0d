import { expect, it } from "vitest";
import { importers } from "@/eval/found/importing";
import { inputsFor } from "@/eval/found/inputs";

const inputs = inputsFor(import.meta.filename);
const open = importers();

it("products whose variations are missing are counted, with what to do", async () => {
  const { catalog } = await open();
  const report = await catalog(inputs.text("wc-export.csv"));
  expect(report).toMatchObject({ created: 1, refused: 0 });
  expect(report.notices).toEqual([
    expect.stringMatching(
      /^2 products with variations are no items; their variations are not in this file\. Export/,
    ),
  ]);
});
