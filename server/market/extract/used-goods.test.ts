import { describe, expect, it } from "vitest";
import { offerOfPage } from "@/server/market/extract/offer-of-page";
import { exactPriceOf } from "@/server/testing/product-page";

type Offer = Readonly<Record<string, unknown>>;

const offer = (price: string, condition: string | null = null): Offer => ({
  "@type": "Offer",
  price,
  priceCurrency: "EUR",
  availability: "https://schema.org/InStock",
  ...(condition === null ? {} : { itemCondition: `https://schema.org/${condition}` }),
});

const productOf = (offers: unknown, more: object = {}) => ({
  "@context": "https://schema.org",
  "@type": "Product",
  name: "Blue kettle",
  offers,
  ...more,
});

/** Reads a page that shows an amount as its price. */
const read = (product: object, shown: string, { body = "", selector = null as string | null } = {}) =>
  offerOfPage({
    url: "https://shop.example/p/blue-kettle-4711",
    selector,
    html: `<html lang="en"><head><title>Blue kettle</title>
      <script type="application/ld+json">${JSON.stringify(product)}</script></head>
      <body><main><h1>Blue kettle</h1><p class="price">€ ${shown}</p>${body}<button>Add to cart</button></main></body></html>`,
  });

const ITS_PRICE_IS_OF_USED_GOODS = { found: false, reason: "used_goods" };

describe("a page that sells used goods alone", () => {
  it.each(["UsedCondition", "RefurbishedCondition", "DamagedCondition"])(
    "has no price, though it shows one: %s",
    (condition) => {
      expect(read(productOf(offer("14.90", condition)), "14.90")).toMatchObject(ITS_PRICE_IS_OF_USED_GOODS);
    },
  );

  it.each<[string, object]>([
    ["several offers", productOf([offer("14.90", "UsedCondition"), offer("12.90", "RefurbishedCondition")])],
    ["the product itself", productOf(offer("14.90"), { itemCondition: "https://schema.org/UsedCondition" })],
    [
      "offers in an aggregate",
      productOf({
        "@type": "AggregateOffer",
        lowPrice: "14.90",
        priceCurrency: "EUR",
        itemCondition: "UsedCondition",
        offers: [offer("14.90")],
      }),
    ],
    [
      "a new one without a price",
      productOf([{ ...offer(""), price: null }, offer("14.90", "UsedCondition")]),
    ],
  ])("has none where the condition is stated by %s", (_by, product) => {
    expect(read(product, "14.90")).toMatchObject(ITS_PRICE_IS_OF_USED_GOODS);
  });

  it("has none where it shows another amount, or its markup says nothing of the condition", () => {
    expect(read(productOf(offer("14.90", "UsedCondition")), "24.90")).toMatchObject(
      ITS_PRICE_IS_OF_USED_GOODS,
    );
    const marked = `<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Blue kettle</b>
      <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="priceCurrency" content="EUR">
      <meta itemprop="price" content="14.90"></div></div>`;
    expect(read(productOf(offer("14.90", "UsedCondition")), "14.90", { body: marked })).toMatchObject(
      ITS_PRICE_IS_OF_USED_GOODS,
    );
  });

  it("is read by a person's selector, with its stock", () => {
    const selected = read(productOf(offer("14.90", "UsedCondition")), "14.90", { selector: ".price" });
    expect(exactPriceOf(selected)).toBe("14.9 EUR");
    expect(selected.availability).toBe("in_stock");
  });
});

describe("a page that sells new goods", () => {
  it.each<[string, Offer[]]>([
    ["beside used ones", [offer("34.90", "NewCondition"), offer("14.90", "UsedCondition")]],
    ["that nobody calls so, beside used ones", [offer("34.90"), offer("14.90", "UsedCondition")]],
    ["alone", [offer("34.90", "NewCondition")]],
    ["for what used ones cost as well", [offer("34.90"), offer("34.90", "RefurbishedCondition")]],
  ])("has their price: %s", (_how, offers) => {
    expect(exactPriceOf(read(productOf(offers), "34.90"))).toBe("34.9 EUR");
  });

  it("has none where the amount that it shows is that of used ones", () => {
    const offers = [offer("34.90"), offer("44.90"), offer("14.90", "UsedCondition")];
    expect(read(productOf(offers), "14.90")).toMatchObject(ITS_PRICE_IS_OF_USED_GOODS);
  });
});
