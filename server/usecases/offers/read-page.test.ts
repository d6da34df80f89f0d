import { describe, expect, it } from "vitest";
import { offerOfBody } from "@/server/market/page-reader/offer-of-body";
import { toCheckResult } from "./read-page";

const lamp = (
  price: string,
  head = "",
) => `<!doctype html><html><head><title>Walnut lamp X200</title>${head}</head>
<body><main><h1>Walnut lamp X200</h1><p class="price">${price}</p><button>Add to cart</button></main></body></html>`;

const priceless = (offer: object) =>
  `<script type="application/ld+json">${JSON.stringify({
    "@context": "https://schema.org",
    "@type": "Product",
    name: "Walnut lamp X200",
    offers: { "@type": "Offer", ...offer },
  })}</script>`;

const read = (html: string, currency: string, priceSelector: string | null = null) =>
  toCheckResult(
    {
      ok: true,
      url: "https://shop.example/p/x200",
      status: 200,
      contentType: "text/html; charset=utf-8",
      headers: { get: () => null },
      body: Buffer.from(html),
    },
    { url: "https://shop.example/p/x200", currency, priceSelector },
    { before: null, pricing: { pricesIncludeVat: false, vatRate: "0", confirmedAt: null } },
    offerOfBody,
  );

describe("a price in a currency that several countries call the same", () => {
  it.each([
    ["199 kr", "EUR"],
    ["kr 199,-", "USD"],
    ["1 099,00 kr", "EUR"],
    ["Rs 1,299", "EUR"],
    ["12.99 lei", "EUR"],
    ["Dhs 12.00", "USD"],
    ["$12.99", "EUR"],
  ])("%s is no price in %s", async (text, currency) => {
    expect(await read(lamp(text), currency)).toMatchObject({ outcome: "other_currency", price: null });
  });

  it("is not taken for the offer's where the data beside it names none", async () => {
    for (const text of ["199,00 kr", "$199.00"])
      expect(await read(lamp(text, priceless({ price: "199.00" })), "EUR")).toMatchObject({
        outcome: "other_currency",
        price: null,
      });
  });

  it.each([
    ["199 kr", "SEK", 19_900n],
    ["199 kr", "DKK", 19_900n],
    ["$12.99", "CAD", 1_299n],
    ["12,99 €", "EUR", 1_299n],
    ["12,99", "EUR", 1_299n],
  ])("%s counts for an offer in %s", async (text, currency, price) => {
    expect(await read(lamp(text), currency)).toMatchObject({ outcome: "price", price, currency });
  });
});

it.each(["3 für 12,99 €", "bis 12,99 €", "12,99 € / kg", "12 x 9,99 €", "ab 12,99 €"])(
  "%s is not the price of one article",
  async (text) => {
    expect(await read(lamp(text), "EUR")).toMatchObject({ outcome: "no_price", price: null });
  },
);

describe("a person's selector", () => {
  const page = lamp("€ 12.99")
    .replace(
      "<button>",
      '<b class="club">€ 9.99</b> <i class="list">€ 15</i><i class="list">€ 16</i><button>',
    )
    .replace("<title>", '<meta name="gross" content="11.90"><title>');

  it.each([
    [".price", 1_299n, "€ 12.99"],
    ["main > .club", 999n, "€ 9.99"],
    ["[name=gross]", 1_190n, "11.90"],
    ["h1 ~ p:first-of-type, .nothing", 1_299n, "€ 12.99"],
  ])("%s reads what it selects, with the evidence", async (selector, price, snippet) => {
    expect(await read(page, "EUR", selector)).toMatchObject({
      outcome: "price",
      price,
      method: "selector",
      snippet,
      priceSelector: selector,
    });
  });

  it.each([
    [".gone", "matches nothing"],
    ["h1", "not the price"],
    [".list", "several different prices"],
    ["#absent .price", "matches nothing"],
  ])("%s fails and takes no other price of the page", async (selector, reason) => {
    expect(await read(page, "EUR", selector)).toMatchObject({
      outcome: "failed",
      price: null,
      inStock: null,
      reason: expect.stringContaining(reason),
      priceSelector: selector,
    });
  });

  it("does not take a price in another currency", async () => {
    expect(await read(page, "USD", ".price")).toMatchObject({ outcome: "other_currency", price: null });
  });

  it("is given up after a number of steps, whatever it asks for", async () => {
    const wide = lamp(`€ 12.99</p>${"<div><p><b>x</b></p></div>".repeat(20_000)}<p>`);
    for (const selector of [
      "div:has(~ div:has(~ div:has(~ div .absent)))",
      `${"* ".repeat(100)}.absent`,
      ":nth-last-child(2n + 1 of :not(:has(+ div + div))) .absent",
      `${":not(".repeat(50)}*${")".repeat(50)} ~ * ~ * ~ * ~ .absent`,
    ])
      expect(await read(wide, "EUR", selector)).toMatchObject({ outcome: "failed", price: null });
  });
});
