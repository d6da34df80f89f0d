import { describe, expect, it } from "vitest";
import { offerOfPage } from "@/server/market/extract/offer-of-page";

const read = (main: string, head = "", lang = "en") =>
  offerOfPage({
    url: "https://shop.example/blue-kettle",
    html: `<!doctype html><html lang="${lang}"><head><title>Blue kettle</title>${head}</head><body><nav><a href="/">Home</a></nav>
      <main><h1>Blue kettle</h1>${main}</main><footer>Sold out? Write to us.</footer></body></html>`,
  }).availability;

const PRICE = `<p class="price">€ 34.90</p>`;
const BUY = `<button>Add to cart</button>`;
const data = (availability: string): string =>
  `<script type="application/ld+json">{"@type":"Product","name":"Blue kettle","offers":{"@type":"Offer","price":"34.90","priceCurrency":"EUR","availability":"${availability}"}}</script>`;

describe("availability", () => {
  it.each([
    ["https://schema.org/InStock", "in_stock"],
    ["http://schema.org/LimitedAvailability", "in_stock"],
    ["OutOfStock", "out_of_stock"],
    ["schema:SoldOut", "out_of_stock"],
    ["https://schema.org/PreOrder", "preorder"],
    ["https://schema.org/BackOrder", "backorder"],
    ["https://schema.org/Discontinued", "discontinued"],
  ])("is what structured data says: %s", (written, expected) => {
    expect(read("", data(written))).toBe(expected);
  });

  it.each([
    ["en", "Out of stock"],
    ["en", "Currently unavailable."],
    ["de", "Zur Zeit nicht lieferbar"],
    ["de", "Ausverkauft"],
    ["fr", "Produit épuisé"],
    ["es", "Agotado"],
    ["it", "Non disponibile"],
    ["pt", "Esgotado"],
    ["nl", "Uitverkocht"],
    ["pl", "Produkt niedostępny"],
    ["cs", "Vyprodáno"],
    ["sv", "Slutsåld"],
    ["da", "Udsolgt"],
    ["fi", "Loppu varastosta"],
    ["hu", "Nincs raktáron"],
    ["ro", "Stoc epuizat"],
    ["ru", "Нет в наличии"],
    ["tr", "Tükendi"],
    ["el", "Εξαντλήθηκε"],
    ["ja", "在庫切れ"],
    ["zh", "售罄"],
    ["ko", "품절"],
    ["he", "אזל מהמלאי"],
    ["ar", "غير متوفر"],
  ])("is out of stock in %s: %s", (lang, text) => {
    expect(read(`${PRICE}<p>${text}</p>`, "", lang)).toBe("out_of_stock");
  });

  it("believes what a person reads beside the price over data gone stale", () => {
    expect(read(`${PRICE}<p class="stock">Out of stock</p>`, data("InStock"))).toBe("out_of_stock");
  });

  it.each([
    ["the buy button says so", `${PRICE}<button disabled>Sold out</button>`],
    ["a notice takes the buy button's place", `${PRICE}<button>Notify me when available</button>`],
    [
      "the buy button cannot be used and nothing else is said",
      `<p>Kettle</p><button disabled>Add to cart</button>`,
    ],
  ])("is out of stock when %s", (_name, main) => {
    expect(read(main)).toBe("out_of_stock");
  });

  it("is in stock when it can be bought, a little less surely without a word about it", () => {
    expect(read(`${PRICE}<p>In stock</p>${BUY}`)).toBe("in_stock");
    expect(read(`${PRICE}${BUY}`)).toBe("in_stock");
    expect(read(PRICE)).toBe("in_stock");
  });

  it("is not told by other products, by sizes, by other services or by hidden words", () => {
    const others = `<section class="related-products"><ul><li><a href="/a"><img src="a.jpg">Toaster</a> <p>Sold out</p></li></ul></section>`;
    const sizes = `<ul><li class="size">S</li><li class="size">M sold out</li><li class="size">L</li></ul>`;
    const services = `<p>Chat is unavailable</p><p>Unavailable for store pickup</p>`;
    const hidden = `<p style="display:none">Out of stock</p>`;
    expect(read(`${PRICE}${BUY}${others}${sizes}${services}${hidden}`, data("InStock"))).toBe("in_stock");
  });

  it("tells what can be ordered before it is there", () => {
    expect(read(`${PRICE}<button>Pre-order now</button>`)).toBe("preorder");
    expect(read(`${PRICE}<p>Available on backorder</p>${BUY}`)).toBe("backorder");
  });

  it("is unknown when the page says nothing", () => {
    expect(read("<p>A kettle.</p>")).toBe("unknown");
  });
});
