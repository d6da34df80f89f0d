import { describe, expect, it } from "vitest";
import { inputsFor } from "@/eval/found/inputs";
import { readingOf } from "@/eval/found/reading";

const inputs = inputsFor(import.meta.filename);
const ADDRESS = "https://shop.example/products/linen-knife";
const STATE = 'class="inv instock"';

describe("both words printed", () => {
  it("is in stock where the class of the element around both says so", async () => {
    expect(await readingOf(inputs.text("page.html"), ADDRESS, "USD")).toEqual({
      price: "29.99 USD",
      availability: "in_stock",
    });
  });

  it("is sold out where that class says so", async () => {
    const html = inputs.text("page.html");
    expect(html).toContain(STATE);
    const soldOut = html.replace(STATE, 'class="inv outstock"');
    expect(await readingOf(soldOut, ADDRESS, "USD")).toMatchObject({ availability: "out_of_stock" });
  });

  it("a badge that a class hides says nothing", async () => {
    const html = inputs.text("page.html");
    const badge = /<span class="inv instock">.*?<\/span><\/span>/;
    expect(html).toMatch(badge);
    const page = html
      .replace("</title>", "</title><style>.off{display:none}</style>")
      .replace(badge, '<span class="badge sold-out off">Sold out</span>');
    expect(await readingOf(page, ADDRESS, "USD")).toMatchObject({ availability: "in_stock" });
  });
});
