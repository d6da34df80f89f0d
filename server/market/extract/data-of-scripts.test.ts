import { describe, expect, it } from "vitest";
import { exactPriceOf, readProductPage } from "@/server/testing/product-page";

const NAME = "Walnut Desk 140";
const script = (text: string, type = ""): string =>
  `<button>Add to cart</button><script${type}>${text}</script>`;
const json = (value: unknown): string => script(JSON.stringify(value), ` type="application/json"`);

describe("a price in data for scripts", () => {
  it.each([
    [
      "gross and net",
      json({
        product: {
          name: NAME,
          prices: { net: { amount: "365.45" }, gross: { amount: "449.50", currency: "EUR" } },
        },
      }),
      "449.5 EUR",
    ],
    [
      "the currency further out",
      script(
        `dataLayer.push({"ecommerce":{"currencyCode":"EUR","detail":{"products":[{"id":"1","name":"${NAME}","price":"449.50"}]}}})`,
      ),
      "449.5 EUR",
    ],
    [
      "an amount with zero cents",
      json({ product: { title: NAME, price: { value: "449.00", currency: "EUR" } } }),
      "449 EUR",
    ],
  ])("is read from JSON with %s", (_what, main, expected) => {
    expect(exactPriceOf(readProductPage("en", NAME, main))).toBe(expected);
  });

  it.each([
    [
      "names without quotes",
      `dataLayer.push({event:'view_item',ecommerce:{currency:'EUR',items:[{item_name:'${NAME}',price:449.5,quantity:1}]}});`,
    ],
    ["texts in single quotes", `var product = {'name': '${NAME}', 'price': '449.50', 'currency': 'EUR'};`],
    [
      "expressions, comments and trailing commas",
      `window.page = { name: '${NAME}', // the article
         url: location.href + '?a=' + [1, 2].join(','), price: 449.50,
         onBuy: function () { return { price: 1 }; }, currency: "EUR", };`,
    ],
  ])("is read from the notation of scripts: %s", (_what, text) => {
    expect(exactPriceOf(readProductPage("en", NAME, script(text)))).toBe("449.5 EUR");
  });

  it.each([
    ["an amount that may be in cents", json({ product: { name: NAME, price: 44950, currency: "EUR" } })],
    ["another article", json({ product: { name: "Oak Chair", price: 44.5, currency: "EUR" } })],
    [
      "a price for members",
      json({ product: { name: NAME, memberPrice: { value: 399.5 }, currency: "EUR" } }),
    ],
    ["what is never closed", script(`var product = {name: '${NAME}', price: 449.50, currency: 'EUR'`)],
  ])("is not taken from %s", (_what, main) => {
    expect(exactPriceOf(readProductPage("en", NAME, main))).toBeNull();
  });
});

describe("a price in attributes alone", () => {
  it.each([
    ["en-GB", `<div data-price="79.00" data-currency="GBP"></div>`, "79 GBP"],
    [
      "fr-FR",
      `<button data-product-price="79,50" data-product-currency="EUR">Ajouter au panier</button>`,
      "79.5 EUR",
    ],
    ["pl-PL", `<span data-price-amount="129.99" data-price-currency="PLN"></span>`, "129.99 PLN"],
  ])("is taken with the currency beside it: %s", (lang, main, expected) => {
    expect(exactPriceOf(readProductPage(lang, NAME, main))).toBe(expected);
  });

  it.each([
    ["without a currency", `<div data-price="79.00"></div>`],
    ["that may be in cents", `<div data-price="7900" data-currency="GBP"></div>`],
    ["of a recommended article", `<aside><div data-price="79.00" data-currency="GBP"></div></aside>`],
    [
      "of several articles",
      `<div data-price="79.00" data-currency="GBP"></div><div data-price="89.00" data-currency="GBP"></div>`,
    ],
  ])("is not taken %s", (_what, main) => {
    expect(exactPriceOf(readProductPage("en-GB", NAME, main))).toBeNull();
  });
});
