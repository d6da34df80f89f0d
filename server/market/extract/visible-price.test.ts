import { describe, expect, it } from "vitest";
import { offerOfPage } from "@/server/market/extract/offer-of-page";

const HEADER = `<header><a href="/">Shop</a><a class="cart" href="/cart">Cart <span class="cart-total">€ 0,00</span></a>
  <p>Free shipping over € 50</p></header><nav><a href="/sale">Everything under € 10</a></nav>`;
const FOOTER = `<footer><p>© 2026 Shop GmbH, +49 30 123456</p><p>Versand ab 4,90 €</p></footer>`;

const read = (main: string, options: { lang?: string; url?: string; title?: string; style?: string } = {}) =>
  offerOfPage({
    url: options.url ?? "https://shop.example/blue-kettle",
    html: `<!doctype html><html lang="${options.lang ?? "de"}"><head><title>${options.title ?? "Blue kettle | Shop"}</title>
      <style>${options.style ?? ""}</style></head><body>${HEADER}<main><h1>Blue kettle</h1>${main}</main>${FOOTER}</body></html>`,
  });

const priceOf = (offer: ReturnType<typeof offerOfPage>): string | null =>
  offer.found ? `${Number(offer.price.amount)} ${offer.price.currency}` : null;

const BUY = `<form><button type="submit">In den Warenkorb</button></form>`;
const card = (name: string, price: string): string =>
  `<li class="tile"><a href="/${name}"><img src="/${name}.jpg" alt=""><h3>${name}</h3></a><span class="price">${price}</span><button>In den Warenkorb</button></li>`;
const CARDS = `<section><h2>Das könnte Ihnen gefallen</h2><ul>${card("toaster", "19,00 €")}${card("mixer", "21,00 €")}${card("grill", "23,00 €")}</ul></section>`;

describe("the price a page shows", () => {
  it("is the one beside title and buy button, not those of header, footer and other products", () => {
    const found = read(`<div class="price">34,90 €</div>${BUY}${CARDS}`);
    expect(found).toMatchObject({
      found: true,
      price: { amount: "34.90", currency: "EUR" },
      method: "page_text",
    });
    expect(found.found && found.snippet).toBe("34,90 €");
  });

  it("is found without any telling name", () => {
    expect(priceOf(read(`<p>Ein schöner Kessel.</p><p><b>34,90 €</b></p>${BUY}`))).toBe("34.9 EUR");
  });

  it.each([
    ["struck through by a tag", `<p class="price"><del>49,90 €</del> <ins>34,90 €</ins></p>`],
    [
      "struck through by style",
      `<p><span style="text-decoration: line-through">49,90 €</span> <span>34,90 €</span></p>`,
    ],
    ["struck through by a style sheet", `<p><span class="x1">49,90 €</span> <span>34,90 €</span></p>`],
    ["named as old", `<div><span class="old-price">49,90 €</span><span class="price">34,90 €</span></div>`],
    ["said to be the maker's", `<p>UVP: 49,90 €</p><p>34,90 €</p>`],
    ["said to be of before", `<p>statt 49,90 €</p><p>jetzt nur 34,90 €</p>`],
    ["told by the discount beside it", `<p>49,90 €</p><p>34,90 €</p><p>-30%</p>`],
    ["told by the saving beside it", `<p>49,90 €</p><p>34,90 €</p><p>Sie sparen 15,00 €</p>`],
  ])("is not the one %s", (_name, prices) => {
    expect(priceOf(read(`${prices}${BUY}`, { style: ".x1{color:#999;text-decoration:line-through}" }))).toBe(
      "34.9 EUR",
    );
  });

  it.each([
    ["a unit of measure", `<p class="price">34,90 €</p><p>(17,45 € / l)</p>`],
    ["delivery", `<p>zzgl. Versand 5,90 €</p><p class="price">34,90 €</p>`],
    ["an instalment", `<p class="price">34,90 €</p><p>oder 3 Raten à 11,63 € monatlich</p>`],
    ["a voucher", `<p class="price">34,90 €</p><p>Gutschein: 5,00 €</p>`],
    [
      "a guarantee",
      `<p class="price">34,90 €</p><label class="warranty"><input type="checkbox">Garantie 9,99 €</label>`,
    ],
    ["a rating", `<p>4,5 von 5 Sternen (123)</p><p class="price">34,90 €</p>`],
    [
      "a hidden template",
      `<div style="display:none"><p class="price">1,00 €</p></div><p class="price">34,90 €</p>`,
    ],
  ])("is not that of %s", (_name, prices) => {
    expect(priceOf(read(`${prices}${BUY}`))).toBe("34.9 EUR");
  });

  it("is put together from its pieces", () => {
    const pieces = `<div class="price"><span class="price__integer">1.299</span><sup class="price__cents">95</sup><span class="price__currency">€</span></div>`;
    expect(priceOf(read(`${pieces}${BUY}`))).toBe("1299.95 EUR");
    const twice = `<span class="price"><span class="sr-only">34,90 €</span><span aria-hidden="true"><span class="whole">34</span><span>,</span><span class="fraction">90</span> <span>€</span></span></span>`;
    expect(priceOf(read(`${twice}${BUY}`))).toBe("34.9 EUR");
  });

  it("takes its currency from symbol and place, from the locale, then from the domain", () => {
    expect(priceOf(read(`<p class="price">$34.90</p>${BUY}`, { lang: "en-CA" }))).toBe("34.9 CAD");
    expect(
      priceOf(read(`<p class="price">$34.90</p>${BUY}`, { lang: "en", url: "https://shop.com.au/kettle" })),
    ).toBe("34.9 AUD");
    expect(priceOf(read(`<p class="price">349,00</p>${BUY}`, { lang: "pl-PL" }))).toBe("349 PLN");
    expect(
      priceOf(read(`<p class="price">349,00</p>${BUY}`, { lang: "cs", url: "https://obchod.cz/konvice" })),
    ).toBe("349 CZK");
    expect(priceOf(read(`<p class="price">$34.90</p>${BUY}`, { lang: "en" }))).toBe("34.9 null");
  });

  it.each([
    ["ja", `<p class="price">税込 3,980円</p><button>カートに入れる</button>`, "3980 JPY"],
    [
      "pt-BR",
      `<p class="preco-de">de R$ 59,90</p><p class="preco">por R$ 49,90</p><p>ou 5x de R$ 9,98 sem juros</p><button>Comprar</button>`,
      "49.9 BRL",
    ],
    [
      "fr",
      `<p class="prix">39,90 €</p><p>ou 4 x 9,98 € sans frais</p><button>Ajouter au panier</button>`,
      "39.9 EUR",
    ],
    [
      "sv",
      `<p class="pris">Ord. pris 499 kr</p><p class="pris">399 kr</p><button>Lägg i varukorg</button>`,
      "399 SEK",
    ],
    ["ru", `<p class="price">1 299 ₽</p><button>В корзину</button>`, "1299 RUB"],
    [
      "pl",
      `<p class="cena">129,99 zł</p><p>Najniższa cena z 30 dni: 119,99 zł</p><button>Do koszyka</button>`,
      "129.99 PLN",
    ],
    [
      "en-GB",
      `<p>RRP £49.99</p><p class="product-price">£34.99</p><p>You save £15.00 (30%)</p><button>Add to basket</button>`,
      "34.99 GBP",
    ],
    ["tr", `<p class="fiyat">1.299,90 TL</p><button>Sepete Ekle</button>`, "1299.9 TRY"],
  ])("is read in the language %s", (lang, main, expected) => {
    expect(priceOf(read(main, { lang }))).toBe(expected);
  });
});

describe("no price", () => {
  it.each([
    ["a page with other products only", `<p>Zur Zeit nicht lieferbar.</p>${CARDS}`],
    ["a price on request", `<p class="price">Preis auf Anfrage</p><button>Anfragen</button>`],
    [
      "amounts in running text",
      `<p>Unsere Kunden haben 2025 mehr als 1.000 € gespendet, und wir legen noch einmal 500 € für jeden Kessel dazu, der repariert statt weggeworfen wird.</p>`,
    ],
    ["a delivery charge alone", `<p>Versandkosten: 4,90 €</p>${BUY}`],
    ["an empty page", ""],
  ])("is said of %s", (_name, main) => {
    expect(read(main).found).toBe(false);
  });

  it("is said of what is no page, and nothing is thrown", () => {
    for (const html of ["", "{}", "\u0000\u0001", "<", "a".repeat(5000), "<div>".repeat(20_000)]) {
      expect(offerOfPage({ url: "not an address", html }).found).toBe(false);
    }
  });
});

describe("layers that disagree", () => {
  const data = (price: string): string =>
    `<script type="application/ld+json">${JSON.stringify({ "@type": "Product", name: "Blue kettle", offers: { "@type": "Offer", price, priceCurrency: "EUR", availability: "InStock" } })}</script>`;

  it("agree on more confidence than one alone", () => {
    const both = read(`${data("34.90")}<p class="price">34,90 €</p>${BUY}`);
    const alone = read(data("34.90"));
    expect(both.found && both.method).toBe("json_ld+page_text");
    expect(both.found && alone.found && both.confidence > alone.confidence).toBe(true);
  });

  it("take the price asked now where structured data holds the one struck through", () => {
    expect(priceOf(read(`${data("49.90")}<p class="price"><s>49,90 €</s> <b>34,90 €</b></p>${BUY}`))).toBe(
      "34.9 EUR",
    );
  });

  it("are believed over a price of another thing", () => {
    expect(priceOf(read(`${data("34.90")}<p>Zubehör-Set: 12,00 €</p>`))).toBe("34.9 EUR");
  });

  it("give no price when neither is clearer", () => {
    const found = read(`${data("34.90")}<p class="price">99,90 €</p>${BUY}`);
    expect(found.found).toBe(false);
  });
});

describe("time", () => {
  it("stays bounded on a page of two megabytes made to be slow", () => {
    const lines = Array.from(
      { length: 12_000 },
      (_, at) => `<div class="price list-price"><span>${at},99 € 1.1.1.1.1.1 - - - - 5x5x5x</span></div>`,
    ).join("");
    const script = `<script>${'={"'.repeat(60_000)}</script>`;
    const spaces = `<p>${" ".repeat(100_000)}1${"9 ".repeat(50_000)}</p>`;
    read("<p class=price>1,00 €</p>");
    const start = process.cpuUsage().user;
    read(`${spaces}${lines}${script}`);
    expect((process.cpuUsage().user - start) / 1000).toBeLessThan(4000);
  });
});
