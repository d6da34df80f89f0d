import { expect, it } from "vitest";
import { inputsFor } from "@/eval/found/inputs";
import { readingOf } from "@/eval/found/reading";

const inputs = inputsFor(import.meta.filename);

it("the only offer of a page counts in a column named sidebar", async () => {
  expect(await readingOf(inputs.text("page.html"), "https://tienda.example/animo", "CLP")).toEqual({
    price: "30000 CLP",
    availability: "in_stock",
  });
});
