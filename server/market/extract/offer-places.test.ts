import { describe, expect, it } from "vitest";
import { exactPriceOf, readProductPage } from "@/server/testing/product-page";

const read = (main: string) => readProductPage("en", "Cedar bench", main);

describe("an offer in a column beside the text", () => {
  const BOX = `<p class="price">€ 240.00</p><form class="cart"><button>Add to cart</button></form>`;

  it.each([
    `<div class="product-sidebar">${BOX}</div>`,
    `<aside>${BOX}</aside>`,
    `<div class="description">${BOX}</div>`,
  ])("is the page's where nothing else can be bought: %s", (column) => {
    const offer = read(`<p>Made to last.</p>${column}`);
    expect(exactPriceOf(offer)).toBe("240 EUR");
    expect(offer.availability).toBe("in_stock");
  });

  it.each([
    `<aside><h3>Garden chair</h3>${BOX}</aside>`,
    `<aside><a href="/chair"><img src="chair.jpg" alt=""></a>${BOX}</aside>`,
    `<div class="related sidebar">${BOX}</div>`,
  ])("is not where the column shows something of its own: %s", (column) => {
    expect(exactPriceOf(read(`<p>Made to last.</p>${column}`))).toBeNull();
  });

  const offer = (price: string): string =>
    `<div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="${price}">` +
    `<meta itemprop="priceCurrency" content="EUR"><link itemprop="availability" href="https://schema.org/InStock"></div>`;
  const product = (name: string): string =>
    `<div itemscope itemtype="https://schema.org/Product"><p itemprop="name">${name}</p></div>`;

  it("belongs to the only product in the page's data that has none", () => {
    const found = read(`${product("Cedar bench")}<div class="sidebar">${offer("240.00")}</div>`);
    expect(exactPriceOf(found)).toBe("240 EUR");
    expect(found).toMatchObject({ availability: "in_stock", method: "microdata" });
  });

  it("belongs to none of several", () => {
    const found = read(`${product("Cedar bench")}${product("Garden chair")}<div>${offer("240.00")}</div>`);
    expect(exactPriceOf(found)).toBeNull();
  });
});

describe("a price that only an option names", () => {
  const form = (options: string, more = ""): string =>
    `<form action="/basket"><select name="variant"><option value="">Choose</option>${options}</select>${more}<button>Add to cart</button></form>`;

  it.each([
    ["one option", '<option value="1">Natural - € 240.00</option>', "240 EUR"],
    [
      "one price for all",
      '<option value="1">Natural - € 240.00</option><option value="2">Oiled - € 240.00</option>',
      "240 EUR",
    ],
    [
      "the selected one of several",
      '<option value="1">Natural - € 240.00</option><option value="2" selected>Oiled - € 265.00</option>',
      "265 EUR",
    ],
    [
      "one that is left where another is sold out",
      '<option value="1">Natural - € 240.00</option><option value="2">Oiled - Sold out</option>',
      "240 EUR",
    ],
  ])("is the article's: %s", (_kind, options, price) => {
    const offer = read(form(options));
    expect(exactPriceOf(offer)).toBe(price);
    expect(offer).toMatchObject({ method: "page_options" });
    expect(offer.found && offer.snippet).toContain(price.split(" ")[0]);
  });

  it.each([
    [
      "several, none selected",
      '<option value="1">Natural - € 240.00</option><option value="2">Oiled - € 265.00</option>',
    ],
    [
      "what a choice costs on top",
      '<option value="1">Natural</option><option value="2" selected>Oiled (+ € 25.00)</option>',
    ],
    [
      "one choice of which costs nothing",
      '<option value="1">No cover</option><option value="2">Cover - € 25.00</option>',
    ],
  ])("is none: %s", (_kind, options) => {
    expect(exactPriceOf(read(form(options)))).toBeNull();
  });

  it("yields to the price that the page shows", () => {
    const gift = form('<option value="1">Wrapped - € 5.00</option>');
    expect(exactPriceOf(read(`<p class="price">€ 240.00</p>${gift}`))).toBe("240 EUR");
  });

  it("is none where the list is not the article's", () => {
    const search = '<form><select><option value="1">Up to - € 240.00</option></select></form>';
    expect(exactPriceOf(read(search))).toBeNull();
  });
});
