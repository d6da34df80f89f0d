import { describe, expect, it } from "vitest";
import { offerOfPage } from "@/server/market/extract/offer-of-page";

const ASKED = "https://shop.example/de/lampen/wandlampe-bern-48213.html";

/** The reading of a page that sells a thing, where `ASKED` was answered by `url`. */
function led(url: string, name = "Deal des Tages", head = "", requested = ASKED) {
  const offer = offerOfPage({
    url,
    requested,
    html: `<!doctype html><html lang="de"><head><title>${name}</title>${head}</head><body><main><h1>${name}</h1>
      <p class="price">7,99 €</p><button>In den Warenkorb</button></main></body></html>`,
  });
  return offer.found ? "found" : offer.reason;
}

describe("a product's address that leads away from the product", () => {
  it.each([
    ["the home page", "https://shop.example/"],
    ["the home page in a language", "https://shop.example/de/"],
    ["the home page by name", "https://shop.example/index.php"],
    ["the home page of another host", "https://www.shop.example/?gone=1"],
    ["the category above", "https://shop.example/de/lampen"],
    ["another category", "https://shop.example/de/angebote"],
    ["another product", "https://shop.example/de/lampen/stehlampe-basel-50117.html"],
    ["the search", "https://shop.example/suche?ref=404"],
    ["the search for its name", "https://shop.example/suche?q=wandlampe+bern", "Suche: wandlampe bern"],
    ["the search for its number", "https://shop.example/search?query=48213"],
    ["the search in the path", "https://shop.example/suche/wandlampe-bern", "Suche: wandlampe bern"],
    ["offers that note where it was", "https://shop.example/angebote?from=/de/lampen/wandlampe-bern-48213"],
  ])("gives no price when it leads to %s", (_place, url, name?: string) => {
    expect(led(url, name)).toBe("led_away");
  });

  it("tells nothing of the product's stock", () => {
    const offer = offerOfPage({
      url: "https://shop.example/",
      requested: ASKED,
      html: "<html><body><h1>Shop</h1><p>7,99 €</p><p>Ausverkauft</p></body></html>",
    });
    expect(offer).toMatchObject({ found: false, availability: "unknown", availabilityConfidence: 0 });
  });

  it("gives no price when its page names a page above it as its canonical one", () => {
    const canonical = '<link rel="canonical" href="https://shop.example/de/lampen">';
    expect(led(ASKED, "Lampen", canonical)).toBe("led_away");
  });

  it("gives no price when its page shows another product, which it names as its canonical one", () => {
    const canonical =
      '<link rel="canonical" href="https://shop.example/de/lampen/stehlampe-basel-50117.html">';
    expect(led(ASKED, "Stehlampe Basel", canonical)).toBe("led_away");
  });

  it("gives no price when it loses the product that its query names", () => {
    const requested = "https://shop.example/view?product_id=48213";
    expect(led("https://shop.example/view", "Angebote", "", requested)).toBe("led_away");
  });
});

describe("a product's address that leads to the product", () => {
  it.each([
    ["its number in the query", "https://shop.example/view?product_id=48213"],
    ["itself", ASKED],
    ["another host", "https://www.shop.example/de/lampen/wandlampe-bern-48213.html"],
    ["a campaign", `${ASKED}?utm_source=feed`],
    ["another category", "https://shop.example/de/leuchten/wandlampe-bern-48213"],
    ["its number alone", "https://shop.example/p/48213"],
    ["its name alone", "https://shop.example/p/wandlampe-bern"],
  ])("has its price by way of %s", (_way, url) => {
    expect(led(url)).toBe("found");
  });

  it.each([
    ["its title", "Wandlampe Bern", ""],
    [
      "its canonical address",
      "Deal",
      `<link rel="canonical" href="https://shop.example/wandlampe-bern-48213">`,
    ],
    [
      "its number in the data",
      "Deal",
      `<script type="application/ld+json">{"@type":"Product","name":"Deal","sku":"48213","offers":{"@type":"Offer","price":"7.99","priceCurrency":"EUR"}}</script>`,
    ],
  ])("has its price when its page shows the product by %s", (_what, name, head) => {
    expect(led("https://shop.example/p/x", name, head)).toBe("found");
  });
});

describe("a page that answers at its own address", () => {
  it.each([
    ["its number", "https://shop.example/p/48213"],
    ["its name in another order", "https://shop.example/bern-wandlampe"],
    ["an address that tells nothing of it", "https://shop.example/p/x"],
  ])("has its price with %s as its canonical one", (_what, canonical) => {
    expect(led(ASKED, "Wandlampe Bern", `<link rel="canonical" href="${canonical}">`)).toBe("found");
  });

  it("has its price where its address tells nothing of it", () => {
    const canonical = '<link rel="canonical" href="https://shop.example/stehlampe-basel">';
    const asked = "https://shop.example/product.php?id=77";
    expect(led(asked, "Stehlampe Basel", canonical, asked)).toBe("found");
  });
});

describe("a product in a page's data that has another page", () => {
  const data = (url: string): string =>
    `<script type="application/ld+json">{"@type":"Product","name":"Wandlampe Bern","url":"${url}","offers":{"@type":"Offer","price":"84.00","priceCurrency":"EUR"}}</script>`;
  const read = (url: string) => {
    const offer = offerOfPage({
      url: "https://shop.example/lampen",
      html: `<html lang="de"><head><title>Alle Leuchten</title>${data(url)}</head><body><h1>Alle Leuchten</h1></body></html>`,
    });
    return offer.found ? offer.price.amount : null;
  };

  it("is not the page's", () => {
    expect(read("https://shop.example/wandlampe-bern")).toBeNull();
    expect(read("https://shop.example/lampen")).toBe("84.00");
  });
});
