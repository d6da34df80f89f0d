import { describe, expect, it } from "vitest";
import { exactPriceOf, readProductPage } from "@/server/testing/product-page";

const ADD = `<button>Add to cart</button>`;
const TEXT = `<p>${"Made by hand. ".repeat(60)}</p>`;
const described = (text: string): string => `<meta name="description" content="${text}">`;

describe("beside the price of a page without data", () => {
  it.each([
    ["pl-PL", `<p>249,00 zł</p><p>279,00 zł najniższa cena z 30 dni przed obniżką</p>`, "249 PLN"],
    ["de-DE", `<p>249,00 €</p><p>Niedrigster Preis der letzten 30 Tage: 229,00 €</p>`, "249 EUR"],
    ["it-IT", `<p>249,00 €</p><p>Prezzo più basso ultimi 30 giorni: 229,00 €</p>`, "249 EUR"],
    ["fr-FR", `<p>249,00 €</p><p>Prix le plus bas des 30 derniers jours : 229,00 €</p>`, "249 EUR"],
    ["cs-CZ", `<p>2 490 Kč</p><p>Nejnižší cena za posledních 30 dní</p><p>2 290 Kč</p>`, "2490 CZK"],
    ["sv-SE", `<p>249 kr</p><p>Lägsta pris senaste 30 dagarna: 229 kr</p>`, "249 SEK"],
    ["hu-HU", `<p>24 990 Ft</p><p>Az elmúlt 30 nap legalacsonyabb ára: 22 990 Ft</p>`, "24990 HUF"],
    ["ro-RO", `<p>249,99 lei Cel mai mic preț din ultimele 30 zile: 229,99 lei</p>`, "249.99 RON"],
    ["el-GR", `<p>249,00 €</p><p>Χαμηλότερη τιμή 30 ημερών: 229,00 €</p>`, "249 EUR"],
  ])("the lowest of the last days is none: %s", (lang, main, expected) => {
    expect(exactPriceOf(readProductPage(lang, "Model X", main + ADD))).toBe(expected);
  });

  it.each([
    ["fr-FR", `<p>249,00 € HT</p><p>298,80 € TTC</p>`, "298.8 EUR"],
    ["en-GB", `<p>£24.99 ex VAT</p><p>£29.99 inc VAT</p>`, "29.99 GBP"],
    ["en-IE", `<p>€24.99 ex VAT €29.99 inc VAT</p>`, "29.99 EUR"],
    ["nl-NL", `<p>Excl. btw € 249,00 Incl. btw € 301,29</p>`, "301.29 EUR"],
    ["ja-JP", `<p>本体価格 3,618円（税込 3,980円）</p>`, "3980 JPY"],
    ["hu-HU", `<p>9 990 Ft</p><p>Bruttó ár. Nettó: 7 866 Ft</p>`, "9990 HUF"],
    ["es-AR", `<p>$ 899.999,00</p><p>Precio sin impuestos nacionales: $ 743.800,83</p>`, "899999 ARS"],
  ])("the one without tax is not what a buyer pays: %s", (lang, main, expected) => {
    expect(exactPriceOf(readProductPage(lang, "Model X", main + ADD))).toBe(expected);
  });

  it.each([
    ["en-IE", `<span>€344.00</span><span>VAT included</span>`, "344 EUR"],
    ["de-DE", `<span>29,99 €</span><span>MwSt. enthalten</span>`, "29.99 EUR"],
    ["tr-TR", `<span>1.299,00 TL</span> <span>KDV dahil</span>`, "1299 TRY"],
  ])("words on the included tax make it no surcharge: %s", (lang, main, expected) => {
    expect(exactPriceOf(readProductPage(lang, "Model X", main + ADD))).toBe(expected);
  });

  it.each([
    ["de-CH", `<div><span>statt 4.50</span><span>CHF 2.25</span></div>`, "2.25 CHF"],
    ["en-US", `<div><span>was 49.99</span><span>USD 34.99</span></div>`, "34.99 USD"],
    ["pl-PL", `<div><span>poprzednia cena 49,99</span><span>PLN 34,99</span></div>`, "34.99 PLN"],
  ])("a former one ends where a currency begins the next: %s", (lang, main, expected) => {
    expect(exactPriceOf(readProductPage(lang, "Model X", main + ADD))).toBe(expected);
  });

  it.each([
    ["pt-BR", `<p>De: R$ 599,90</p><p>Por: R$ 449,90</p>`, "449.9 BRL"],
    ["es-CL", `<p>Precio normal $59.990</p><p>Precio internet $39.990</p>`, "39990 CLP"],
    ["en-US", `<p>Regular price $59.00</p><p>Price $39.00</p>`, "39 USD"],
  ])("the regular one is former where a lower one follows: %s", (lang, main, expected) => {
    expect(exactPriceOf(readProductPage(lang, "Model X", main + ADD))).toBe(expected);
  });

  it.each([
    ["pl-PL", `<p>32,00 zł /szt.</p>`, "32 PLN"],
    ["et-EE", `<p>14,99 € / tk</p>`, "14.99 EUR"],
    ["de-DE", `<p>9,60 €</p><p>0,80 € / Stück</p>`, "9.6 EUR"],
  ])("the one of a piece is the article's only where it is the highest: %s", (lang, main, expected) => {
    expect(exactPriceOf(readProductPage(lang, "Model X", main + ADD))).toBe(expected);
  });

  it.each([
    [
      "de-DE",
      `<p>4,99 €</p><table><tr><td>ab 5</td><td>4,79 €</td></tr><tr><td>ab 10</td><td>4,49 €</td></tr></table>`,
      "4.99 EUR",
    ],
    [
      "en-AU",
      `<p>$24.50</p><ul><li><b>10+</b><p>$22.00</p></li><li><b>50+</b><p>$20.00</p></li></ul>`,
      "24.5 AUD",
    ],
    ["cs-CZ", `<p>49 Kč</p><div><div>5 - 9 ks</div><div>45 Kč</div></div>`, "49 CZK"],
  ])("those of larger quantities are none: %s", (lang, main, expected) => {
    expect(exactPriceOf(readProductPage(lang, "Model X", main + ADD))).toBe(expected);
  });

  it.each([
    ["en-GB", `<p>£4.50</p><p>£3.25 Clubcard Price</p>`, "4.5 GBP"],
    ["en-US", `<p>$999.00</p><p>$549.00 with trade-in</p>`, "999 USD"],
    ["pt-BR", `<p>R$ 449,90</p><p>R$ 427,41 no Pix</p>`, "449.9 BRL"],
    ["en", `<p>US$11.99 / Set</p><p>US$119.90 in total</p>`, "11.99 USD"],
  ])("those for some buyers or a whole order are none: %s", (lang, main, expected) => {
    expect(exactPriceOf(readProductPage(lang, "Model X", main + ADD))).toBe(expected);
  });

  it.each([
    ["en-CA", `<p>GBP 11.19</p><p>Approximately C $19.38</p>`, "11.19 GBP"],
    ["de-DE", `<p>49,00 €</p><p>ca. $53.00</p>`, "49 EUR"],
    ["hr-HR", `<p>26,54 € (199,97 kn)</p>`, "26.54 EUR"],
    ["bg-BG", `<p>39,99 лв. / 20,45 €</p>`, "20.45 EUR"],
  ])("the same in another currency is none: %s", (lang, main, expected) => {
    expect(exactPriceOf(readProductPage(lang, "Model X", main + ADD))).toBe(expected);
  });

  it.each([
    ["zh-TW", `<p>最低價 $99元起</p>${TEXT}<p class="price">990元</p>`],
    ["de-DE", `<p>ab 39,90 €</p>${TEXT}<p class="price">79,90 €</p>`],
    ["fr-FR", `<p>à partir de 39,90 €</p>${TEXT}<p class="price">79,90 €</p>`],
  ])("none is exact where a lower one is announced as the first: %s", (lang, main) => {
    expect(exactPriceOf(readProductPage(lang, "Model X", main + ADD))).toBeNull();
  });

  it.each([
    [
      "en-CA",
      "$60 · Skate board of the seventies, fiberglass, with its original wheels and a box that is almost new",
      "<p>Posted 3 days ago</p>",
      "60 CAD",
    ],
    ["en-GB", "Garage 4x5m - £1,899 (Leeds)", "<p>New</p>", "1899 GBP"],
    ["de-DE", "Regal Eiche, 45 €", "<p>Nur Abholung</p>", "45 EUR"],
  ])("the title may hold it: %s", (lang, title, main, expected) => {
    expect(exactPriceOf(readProductPage(lang, title, main))).toBe(expected);
  });

  it.each([
    ["en-IE", "€39.30", "€59.00", "Model X for €39.30. Free delivery over €24.90", "39.3 EUR"],
    ["de-DE", "49,00 €", "59,00 €", "Model X für 59,00 € online kaufen", "59 EUR"],
    ["pl-PL", "49,00 zł", "59,00 zł", "Model X w cenie 59,00 zł", "59 PLN"],
  ])("the page's own description decides between two: %s", (lang, one, other, description, expected) => {
    const main = `<p>${one}</p><p>${other}</p>${ADD}`;
    expect(exactPriceOf(readProductPage(lang, "Model X", main))).toBeNull();
    expect(exactPriceOf(readProductPage(lang, "Model X", main, described(description)))).toBe(expected);
  });

  it("a hidden one is never taken for lack of others", () => {
    const main = `<p>Model X is sold out in our shop.</p><p hidden>Another offer at 271.99 Lei</p>${ADD}`;
    expect(exactPriceOf(readProductPage("ro-RO", "Model X", main))).toBeNull();
  });
});
