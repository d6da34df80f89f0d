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

const read = (html: string, currency: string) =>
  toCheckResult(
    {
      ok: true,
      url: "https://shop.example/p/x200",
      status: 200,
      contentType: "text/html; charset=utf-8",
      headers: { get: () => null },
      body: Buffer.from(html),
    },
    currency,
    null,
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
