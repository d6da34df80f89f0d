import { describe, expect, it } from "vitest";
import { readProductPage } from "@/server/testing/product-page";
import { fc } from "@/server/testing/seed";

const stockOf = (stock: string, lang = "en"): string =>
  readProductPage(
    lang,
    "Walnut tray",
    `<p class="price">€ 34.90</p><p class="stock">${stock}</p><button>Add to cart</button>`,
  ).availability;

describe("a count of pieces", () => {
  it.each([
    "10 in stock",
    "100 in stock",
    "1,000 in stock",
    "1 000 in stock",
    "Only 20 left in stock",
    "20 available",
    "50 left",
    "10 auf Lager",
    "1.200 Stück auf Lager",
    "40 verfügbar",
    "30 en stock",
    "60 disponibili",
    "20 op voorraad",
    "10 ks skladem",
    "In stock: 10",
    "Auf Lager: 200",
  ])("is in stock whatever its last digit: %s", (stock) => {
    expect(stockOf(stock)).toBe("in_stock");
  });

  it("is in stock for every number above 0", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999 }), (count) => {
        expect(stockOf(`${count} in stock`)).toBe("in_stock");
      }),
      { numRuns: 50, examples: [[10], [100], [20_000]] },
    );
  });

  it.each([
    "0 in stock",
    "0 left",
    "0 available",
    "0 items left",
    "0 auf Lager",
    "0 Stück verfügbar",
    "0 en stock",
    "0 op voorraad",
    "0 ks skladem",
    "In stock: 0",
    "Auf Lager: 0 Stück",
    "Stock: 0",
  ])("is sold out where it is none: %s", (stock) => {
    expect(stockOf(stock)).toBe("out_of_stock");
  });
});

describe("two states that a page prints while its style sheet shows one", () => {
  const BOTH = `<span class="yes">In stock</span> <span class="no">Out of stock</span>`;

  it.each([
    [`<span class="state is-in-stock">${BOTH}</span>`, "in_stock"],
    [`<span class="state is-out-of-stock">${BOTH}</span>`, "out_of_stock"],
    [`<div class="availability instock"><p>In stock</p><p>Sold out</p></div>`, "in_stock"],
    [`<div class="availability sold-out"><p>In stock</p><p>Sold out</p></div>`, "out_of_stock"],
    [`<div class="unavailable"><p>Lieferbar</p><p>Ausverkauft</p></div>`, "out_of_stock"],
    [`<div data-stock-status="instock"><p>Lieferbar</p><p>Ausverkauft</p></div>`, "in_stock"],
  ])("are read by the class of the element around both: %s", (stock, expected) => {
    expect(stockOf(stock)).toBe(expected);
  });

  it("leave a page sold out where it prints that alone, whatever a class says", () => {
    expect(stockOf(`<div class="stock in-stock"><span>Out of stock</span></div>`)).toBe("out_of_stock");
  });

  it.each([
    [`<div class="cost"><span class="badge cost__badge-sold-out">Sold out</span></div>`, "in_stock"],
    [
      `<div class="cost cost--sold-out"><span class="badge cost__badge-sold-out">Sold out</span></div>`,
      "out_of_stock",
    ],
    [`<span class="badge badge--hidden">Sold out</span>`, "in_stock"],
    [`<span class="badge">Sold out</span>`, "out_of_stock"],
  ])("include a badge that waits for its block's modifier: %s", (stock, expected) => {
    expect(stockOf(stock)).toBe(expected);
  });
});
