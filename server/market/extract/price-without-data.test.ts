import { describe, expect, it } from "vitest";
import { exactPriceOf, readProductPage as read } from "@/server/testing/product-page";

const data = (name: string, price: string, priceCurrency: string): string =>
  `<script type="application/ld+json">${JSON.stringify({ "@type": "Product", name, offers: { "@type": "Offer", price, priceCurrency } })}</script>`;

describe("a price without data", () => {
  it.each([
    ["pl-PL", "Lampa dębowa", "<p>Ręcznie robiona.</p><p>129,99 zł</p>", "129.99 PLN"],
    ["cs-CZ", "Stolní lampa", "<p>Ruční výroba.</p><p>1 290 Kč</p>", "1290 CZK"],
    ["pt-BR", "Luminária de mesa", "<p>Feita à mão.</p><p>R$ 249,90</p>", "249.9 BRL"],
  ])("is the one amount far ahead of all others: %s", (lang, name, main, expected) => {
    expect(exactPriceOf(read(lang, name, main))).toBe(expected);
  });

  it.each([
    [
      "sv-SE",
      "Ljus, 6 st",
      `<p><b>120 kr</b> <span>20 kr</span></p><button>Lägg i varukorgen</button>`,
      "120 SEK",
    ],
    [
      "tr-TR",
      "Mum 4'lü",
      `<p class="fiyat">20,00 TL</p><p>4 adet 80,00 TL</p><button>Sepete ekle</button>`,
      "80 TRY",
    ],
    ["pl-PL", "Świece 12 sztuk", `<p>48,00 zł</p><p>4,00 zł</p><button>Do koszyka</button>`, "48 PLN"],
  ])("is for all pieces where one piece has an amount too: %s", (lang, name, main, expected) => {
    expect(exactPriceOf(read(lang, name, main))).toBe(expected);
  });

  it.each([
    [
      "sponsored",
      "en-GB",
      `<div class="sponsored"><p class="price">£9.99</p></div><p>£34.99</p><button>Add to basket</button>`,
      "34.99 GBP",
    ],
    [
      "sponsored",
      "pl-PL",
      `<div class="sponsored-offer"><p class="cena">19,99 zł</p></div><p>129,99 zł</p><button>Do koszyka</button>`,
      "129.99 PLN",
    ],
    [
      "sponsored",
      "ja-JP",
      `<div class="ads"><p class="price">980円</p></div><p>税込 3,980円</p><button>カートに入れる</button>`,
      "3980 JPY",
    ],
    [
      "a gift",
      "ar-SA",
      `<p class="price">هدية: 49 ر.س</p><p>249 ر.س</p><button>أضف إلى السلة</button>`,
      "249 SAR",
    ],
    [
      "a surcharge",
      "ar-SA",
      `<p class="price">رسوم إضافية: 30 ر.س</p><p>249 ر.س</p><button>أضف إلى السلة</button>`,
      "249 SAR",
    ],
    [
      "a gift",
      "cs-CZ",
      `<p>Dárek v hodnotě 199 Kč</p><p class="cena">1 290 Kč</p><button>Do košíku</button>`,
      "1290 CZK",
    ],
    [
      "a gift",
      "pt-BR",
      `<p>Brinde: R$ 39,90</p><p class="preco">R$ 249,90</p><button>Comprar agora</button>`,
      "249.9 BRL",
    ],
    [
      "a surcharge",
      "pl-PL",
      `<p class="cena">129,99 zł</p><p>Dopłata za kolor: 19,99 zł</p><button>Do koszyka</button>`,
      "129.99 PLN",
    ],
    [
      "a surcharge",
      "sv-SE",
      `<p class="pris">499 kr</p><p>Tillägg för läder: 99 kr</p><button>Lägg i varukorgen</button>`,
      "499 SEK",
    ],
    [
      "card holders",
      "tr-TR",
      `<p>Üyelere özel: 999,90 TL</p><p class="fiyat">1.299,90 TL</p><button>Sepete ekle</button>`,
      "1299.9 TRY",
    ],
    [
      "card holders",
      "ja-JP",
      `<p>会員価格 3,500円</p><p class="price">税込 3,980円</p><button>カートに入れる</button>`,
      "3980 JPY",
    ],
    [
      "card holders",
      "pl-PL",
      `<p>Z kartą klubową: 99,99 zł</p><p class="cena">129,99 zł</p><button>Do koszyka</button>`,
      "129.99 PLN",
    ],
  ])("is not that of %s: %s", (_kind, lang, main, expected) => {
    expect(exactPriceOf(read(lang, "Lampa 4711", main))).toBe(expected);
  });

  it.each([
    ["sv-SE", `<p class="pris">RTX4090 kr</p><button>Lägg i varukorgen</button>`],
    ["pl-PL", `<p class="cena">PS5 zł</p><button>Do koszyka</button>`],
    ["tr-TR", `<p class="fiyat">A4 TL</p><button>Sepete ekle</button>`],
  ])("is no number glued to letters: %s", (lang, main) => {
    expect(read(lang, "Lampa", main).found).toBe(false);
  });
});

describe("data and page together", () => {
  it.each([
    ["cs-CZ", "Stolní lampa", "CZK", `<p class="cena">1 290 Kč</p><button>Do košíku</button>`],
    ["pt-BR", "Luminária", "BRL", `<p class="preco">R$ 249,90</p><button>Comprar agora</button>`],
    ["ja-JP", "卓上ランプ", "JPY", `<p class="price">税込 3,980円</p><button>カートに入れる</button>`],
  ])("give no price where the data state 0: %s", (lang, name, currency, main) => {
    expect(read(lang, name, main, data(name, "0.00", currency)).found).toBe(false);
  });

  it.each([
    ["pl-PL", "Lampa", "129.99", "USD", `<p class="cena">129,99 zł</p><button>Do koszyka</button>`],
    ["sv-SE", "Lampa", "499", "EUR", `<p class="pris">499 SEK</p><button>Lägg i varukorgen</button>`],
    ["tr-TR", "Lamba", "1299.90", "EUR", `<p class="fiyat">₺1.299,90</p><button>Sepete ekle</button>`],
  ])("give no price where they name different currencies for it: %s", (lang, name, price, currency, main) => {
    expect(read(lang, name, main, data(name, price, currency)).found).toBe(false);
  });

  it.each([
    ["de-DE", "Lampe", "49.90", "DEM"],
    ["hr-HR", "Lampa", "270.00", "HRK"],
    ["sk-SK", "Lampa", "1290.00", "SKK"],
  ])("give no price in a currency that was withdrawn: %s", (lang, name, price, currency) => {
    expect(read(lang, name, "<button>Kupi</button>", data(name, price, currency)).found).toBe(false);
  });

  it.each([
    [
      "pl-PL",
      "Lampa",
      "105.69",
      "PLN",
      `<p class="cena">130,00 zł</p><button>Do koszyka</button>`,
      "130 PLN",
    ],
    [
      "sv-SE",
      "Lampa",
      "399.20",
      "SEK",
      `<p class="pris">499 kr</p><button>Lägg i varukorgen</button>`,
      "499 SEK",
    ],
    [
      "cs-CZ",
      "Lampa",
      "1210.00",
      "CZK",
      `<p class="cena">1 000 Kč bez DPH</p><button>Do košíku</button>`,
      "1210 CZK",
    ],
  ])("agree where one is the other with tax: %s", (lang, name, price, currency, main, expected) => {
    expect(exactPriceOf(read(lang, name, main, data(name, price, currency)))).toBe(expected);
  });
});
