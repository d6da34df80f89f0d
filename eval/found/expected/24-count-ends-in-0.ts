import { describe, expect, it } from "vitest";
import { inputsFor } from "@/eval/found/inputs";
import { readingOf } from "@/eval/found/reading";

const inputs = inputsFor(import.meta.filename);
const ADDRESS = "https://shop.example/product/linen-knife/";
const COUNT = "30 in stock";

describe("a count that ends in 0", () => {
  it.each([COUNT, "10 in stock", "100 in stock", "200 in stock", "10 auf Lager", "20 available"])(
    "%s is in stock",
    async (words) => {
      const html = inputs.text("page.html");
      expect(html).toContain(COUNT);
      expect(await readingOf(html.replace(COUNT, words), ADDRESS, "USD")).toEqual({
        price: "714.89 USD",
        availability: "in_stock",
      });
    },
  );
});
