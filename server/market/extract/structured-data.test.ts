import { describe, expect, it } from "vitest";
import { offerOfPage } from "@/server/market/extract/offer-of-page";

const URL_OF_PAGE = "https://shop.example/p/blue-kettle-4711";

const read = (head: string, body = "<h1>Blue kettle</h1>", url = URL_OF_PAGE) =>
  offerOfPage({
    url,
    html: `<!doctype html><html><head><title>Blue kettle</title>${head}</head><body>${body}</body></html>`,
  });

const jsonLd = (data: unknown): string =>
  `<script type="application/ld+json">${typeof data === "string" ? data : JSON.stringify(data)}</script>`;

const priceOf = (offer: ReturnType<typeof offerOfPage>): string | null =>
  offer.found ? `${offer.price.amount} ${offer.price.currency}` : null;

const offer = {
  "@type": "Offer",
  price: "24.90",
  priceCurrency: "EUR",
  availability: "https://schema.org/InStock",
};
const product = { "@context": "https://schema.org", "@type": "Product", name: "Blue kettle", offers: offer };

describe("JSON-LD", () => {
  it("gives price, currency, availability, how it was read and from what", () => {
    const found = read(jsonLd(product));
    expect(found).toMatchObject({
      found: true,
      price: { amount: "24.90", currency: "EUR" },
      form: "exact",
      availability: "in_stock",
      method: "json_ld",
    });
    expect(found.found && found.snippet).toContain("24.90");
    expect(found.found && found.snippet.length).toBeLessThanOrEqual(300);
  });

  it.each([
    [
      "in a graph",
      { "@context": "https://schema.org", "@graph": [{ "@type": "WebSite", name: "Shop" }, product] },
    ],
    ["in an array", [{ "@type": "BreadcrumbList", itemListElement: [] }, product]],
    ["with several types", { ...product, "@type": ["Thing", "Product"] }],
    ["with prefixed types", { ...product, "@type": "http://schema.org/Product" }],
    ["inside a web page", { "@type": "WebPage", mainEntity: product }],
    ["with keys in capitals", { "@type": "Product", name: "Blue kettle", Offers: { ...offer } }],
    [
      "with the price in a specification",
      {
        ...product,
        offers: {
          "@type": "Offer",
          availability: "InStock",
          priceSpecification: { "@type": "UnitPriceSpecification", price: 24.9, priceCurrency: "EUR" },
        },
      },
    ],
    [
      "with an aggregate of one",
      {
        ...product,
        offers: { "@type": "AggregateOffer", lowPrice: 24.9, highPrice: "24.90", priceCurrency: "EUR" },
      },
    ],
    [
      "with an aggregate of offers",
      { ...product, offers: { "@type": "AggregateOffer", offers: [offer, { ...offer, sku: "b" }] } },
    ],
    [
      "behind a reference",
      {
        "@graph": [
          { ...product, offers: { "@id": "#o" } },
          { ...offer, "@id": "#o" },
        ],
      },
    ],
    ["as an offer of a product", { ...offer, itemOffered: { "@type": "Product", name: "Blue kettle" } }],
  ])("is read %s", (_name, data) => {
    const found = read(jsonLd(data));
    expect(found.found && Number(found.price.amount)).toBe(24.9);
    expect(found.found && found.price.currency).toBe("EUR");
  });

  it.each([
    [
      "comments and a trailing comma",
      `{"@type":"Product", // the thing\n "name":"Blue kettle", /* price */ "offers":{"@type":"Offer","price":"24.90","priceCurrency":"EUR",},}`,
    ],
    [
      "raw line breaks in text",
      `{"@type":"Product","name":"Blue kettle","description":"one\ntwo\tthree","offers":{"price":"24.90","priceCurrency":"EUR"}}`,
    ],
    ["a CDATA wrapping", `//<![CDATA[\n${JSON.stringify(product)}\n//]]>`],
    ["an HTML comment around it", `<!-- ${JSON.stringify(product)} -->`],
    ["entities for quotes", JSON.stringify(product).replaceAll('"', "&quot;")],
    ["a semicolon at its end", `${JSON.stringify(product)};`],
    [
      "escapes JSON does not know",
      `{"@type":"Product","name":"Blue kettle","description":"it\\'s","offers":{"price":"24.90","priceCurrency":"EUR"}}`,
    ],
    ["two documents in one script", `{"@type":"WebSite","name":"Shop"}\n${JSON.stringify(product)}`],
  ])("is repaired when it has %s", (_name, text) => {
    expect(priceOf(read(jsonLd(text)))).toBe("24.90 EUR");
  });

  it("gives no price for data that is cut off", () => {
    expect(read(jsonLd(JSON.stringify(product).slice(0, -20))).found).toBe(false);
  });

  it("takes the sale price, not the list price", () => {
    const specifications = [
      {
        "@type": "UnitPriceSpecification",
        priceType: "https://schema.org/ListPrice",
        price: 39,
        priceCurrency: "EUR",
      },
      { "@type": "UnitPriceSpecification", price: 24.9, priceCurrency: "EUR" },
    ];
    const found = read(
      jsonLd({ ...product, offers: { "@type": "Offer", priceSpecification: specifications } }),
    );
    expect(priceOf(found)).toBe("24.9 EUR");
  });

  it("takes neither the price of a kilogram, nor of members, nor of ten pieces", () => {
    const specifications = [
      {
        "@type": "UnitPriceSpecification",
        price: 3,
        priceCurrency: "EUR",
        referenceQuantity: { "@type": "QuantitativeValue", value: 1, unitCode: "KGM" },
      },
      {
        "@type": "UnitPriceSpecification",
        price: 20,
        priceCurrency: "EUR",
        validForMemberTier: { "@id": "#gold" },
      },
      {
        "@type": "UnitPriceSpecification",
        price: 18,
        priceCurrency: "EUR",
        eligibleQuantity: { "@type": "QuantitativeValue", minValue: 10 },
      },
      { "@type": "UnitPriceSpecification", price: 24.9, priceCurrency: "EUR" },
    ];
    const found = read(
      jsonLd({ ...product, offers: { "@type": "Offer", priceSpecification: specifications } }),
    );
    expect(priceOf(found)).toBe("24.9 EUR");
  });

  const group = {
    "@type": "ProductGroup",
    name: "Blue kettle",
    hasVariant: [
      {
        "@type": "Product",
        sku: "k-1l",
        offers: { ...offer, price: "24.90", url: `${URL_OF_PAGE}?variant=1` },
      },
      {
        "@type": "Product",
        sku: "k-2l",
        offers: { ...offer, price: "34.90", url: `${URL_OF_PAGE}?variant=2` },
      },
    ],
  };

  it("takes the variant that the page's address names", () => {
    expect(
      priceOf(read(jsonLd(group), "<h1>Blue kettle</h1>", `${URL_OF_PAGE}?variant=2&utm_source=x`)),
    ).toBe("34.90 EUR");
    expect(priceOf(read(jsonLd(group), "<h1>Blue kettle</h1>", `${URL_OF_PAGE}?variant=1`))).toBe(
      "24.90 EUR",
    );
  });

  it("takes the variant whose price the page shows, and none when it shows none", () => {
    const shown = `<h1>Blue kettle</h1><div class="price">34,90 €</div><button>Add to cart</button>`;
    expect(priceOf(read(jsonLd(group), shown))).toBe("34.90 EUR");
    expect(read(jsonLd(group)).found).toBe(false);
  });

  it("says from when an aggregate has two ends", () => {
    const found = read(
      jsonLd({
        ...product,
        offers: { "@type": "AggregateOffer", lowPrice: 20, highPrice: 30, priceCurrency: "EUR" },
      }),
    );
    expect(found).toMatchObject({ found: true, form: "from", price: { amount: "20" } });
    expect(found.found && found.confidence).toBeLessThan(0.7);
  });

  it("takes the page's product, not the ones beside it", () => {
    const other = {
      "@type": "Product",
      name: "Red toaster",
      url: "https://shop.example/p/red-toaster",
      offers: { ...offer, price: "9.99" },
    };
    expect(priceOf(read(jsonLd([other, other, product])))).toBe("24.90 EUR");
    expect(priceOf(read(jsonLd({ ...product, isRelatedTo: [other], isSimilarTo: other })))).toBe("24.90 EUR");
  });

  it("does not take zero or a text without a number for a price", () => {
    expect(read(jsonLd({ ...product, offers: { ...offer, price: "0.00" } })).found).toBe(false);
    expect(read(jsonLd({ ...product, offers: { ...offer, price: "on request" } })).found).toBe(false);
  });

  it("gives no price for a page about an event or an article", () => {
    const event = {
      "@type": "Event",
      name: "Blue kettle live",
      startDate: "2027-01-01",
      offers: { ...offer },
    };
    const body = `<h1>Blue kettle live</h1><p class="price">€ 24,90</p><button>Buy tickets</button>`;
    expect(read(jsonLd(event), body)).toMatchObject({ found: false, reason: "not_a_product" });
  });

  it("reads a product page whose data tells of an article alone, where its meta elements declare the price", () => {
    const article = { "@type": "Article", headline: "Blue kettle" };
    const meta = `<meta property="product:price:amount" content="24.90"><meta property="product:price:currency" content="EUR">`;
    const body = `<h1>Blue kettle</h1><p class="price">€ 24,90</p><button>Add to cart</button>`;
    expect(priceOf(read(jsonLd(article) + meta, body))).toBe("24.90 EUR");
    expect(read(jsonLd(article), body).found).toBe(false);
  });
});

describe("microdata and RDFa", () => {
  it("reads microdata with the offer elsewhere on the page by itemref", () => {
    const body = `<div itemscope itemtype="https://schema.org/Product" itemref="deal"><h1 itemprop="name">Blue kettle</h1></div>
      <div id="deal"><div itemprop="offers" itemscope itemtype="https://schema.org/Offer">
        <meta itemprop="priceCurrency" content="PLN"><span itemprop="price" content="99.50">99,50 zł</span>
        <link itemprop="availability" href="https://schema.org/OutOfStock"></div></div>`;
    expect(read("", body)).toMatchObject({
      found: true,
      price: { amount: "99.50", currency: "PLN" },
      availability: "out_of_stock",
    });
  });

  it("reads RDFa", () => {
    const body = `<div vocab="https://schema.org/" typeof="Product"><h1 property="name">Blue kettle</h1>
      <div property="offers" typeof="Offer"><span property="priceCurrency" content="SEK"></span><span property="price" content="249">249:-</span></div></div>`;
    expect(priceOf(read("", body))).toBe("249 SEK");
  });

  it("does not follow an itemref that leads back to itself for ever", () => {
    const body = `<div id="a" itemscope itemtype="https://schema.org/Product" itemref="a b"><div id="b" itemprop="offers" itemscope itemtype="https://schema.org/Offer" itemref="a"><b itemprop="price">5.00</b></div></div>`;
    expect(() => read("", body)).not.toThrow();
  });
});

describe("meta elements and embedded state", () => {
  it("reads product meta with its currency and availability", () => {
    const head = `<meta property="product:price:amount" content="1299.00"><meta property="product:price:currency" content="BRL"><meta property="product:availability" content="out of stock">`;
    expect(read(head)).toMatchObject({
      found: true,
      price: { amount: "1299.00", currency: "BRL" },
      availability: "out_of_stock",
    });
  });

  it("reads the product of the page's own state by its name", () => {
    const state = {
      props: {
        page: {
          product: { name: "Blue kettle", currency: "EUR", price: { current: 24.95, old: 39.95 } },
          related: [{ name: "Red toaster", price: 9.5 }],
        },
      },
    };
    const body = `<h1>Blue kettle</h1><script id="__NEXT_DATA__" type="application/json">${JSON.stringify(state)}</script>`;
    expect(read("", `${body}<div class="price">24,95 €</div>`)).toMatchObject({
      found: true,
      price: { amount: "24.95" },
    });
    const script = `<h1>Blue kettle</h1><script>window.__STATE__ = ${JSON.stringify({ product: { name: "Blue kettle", price: "24.95" } })};</script><p class="price">24,95 €</p>`;
    const found = read("", script);
    expect(found.found && found.method).toContain("embedded_state");
  });

  it("takes a whole number in state for cents when the page shows it so, and for nothing when it shows nothing", () => {
    const script = `<script>var product = ${JSON.stringify({ title: "Blue kettle", price: 2495 })};</script>`;
    expect(read("", `<h1>Blue kettle</h1><div class="price">$24.95</div>${script}`)).toMatchObject({
      found: true,
      price: { amount: "24.95" },
    });
    expect(read("", `<h1>Blue kettle</h1>${script}`).found).toBe(false);
  });
});
