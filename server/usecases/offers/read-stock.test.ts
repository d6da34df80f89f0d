import { expect, it } from "vitest";
import { offerOfBody } from "@/server/market/page-reader/offer-of-body";
import { toCheckResult } from "./read-page";

const read = (stock: string) =>
  toCheckResult(
    {
      ok: true,
      url: "https://shop.example/lamp",
      status: 200,
      headers: new Headers(),
      contentType: "text/html; charset=utf-8",
      body: Buffer.from(
        `<html><head><title>Walnut lamp X200</title></head><body><main><h1>Walnut lamp X200</h1>
         <p class="price">€ 18.90</p>${stock}<p>A lamp of walnut.</p></main></body></html>`,
      ),
    },
    { url: "https://shop.example/lamp", currency: "EUR", priceSelector: null },
    { before: null, pricing: { pricesIncludeVat: false, vatRate: "0", confirmedAt: null } },
    offerOfBody,
  );

it.each([
  ["nothing but the price", "", "unknown", null],
  ["a button to buy it", "<button>Add to cart</button>", "in_stock", true],
  ["that it is in stock", "<p>In stock</p>", "in_stock", true],
  ["that it is sold out", "<p>Sold out</p>", "out_of_stock", false],
])("a page that says %s", async (_name, stock, availability, inStock) => {
  expect(await read(stock)).toMatchObject({ outcome: "price", price: 1890n, availability, inStock });
});
