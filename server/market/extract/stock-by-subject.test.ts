import { describe, expect, it } from "vitest";
import { offerOfPage } from "@/server/market/extract/offer-of-page";

/** A product page of a shop: its language, the product's name, the buy block, and what stands below it. */
type Shop = readonly [lang: string, name: string, block: string, below: string];

const read = ([lang, name, block, below]: Shop, head = "") =>
  offerOfPage({
    url: "https://shop.example/artikel/4711",
    html: `<!doctype html><html lang="${lang}"><head><title>${name} | Shop</title>${head}</head><body>
      <header><nav><a href="/">Start</a></nav></header>
      <main><h1>${name}</h1><div class="details">${block}</div><div class="more">${below}</div></main></body></html>`,
  });

const stockOf = (shop: Shop, head = ""): string => read(shop, head).availability;

const data = (name: string, amount: string, currency: string, availability: string): string =>
  `<script type="application/ld+json">${JSON.stringify({
    "@type": "Product",
    name,
    offers: { "@type": "Offer", price: amount, priceCurrency: currency, availability },
  })}</script>`;

const PL = `<p class="cena">129,99 zł</p><button>Dodaj do koszyka</button>`;
const CS = `<p class="cena">1 290 Kč</p><button>Do košíku</button>`;
const TR = `<p class="fiyat">1.299,90 TL</p><button>Sepete ekle</button>`;
const BR = `<p class="preco">R$ 249,90</p><button>Comprar agora</button>`;
const SV = `<p class="pris">499 kr</p><button>Lägg i varukorgen</button>`;
const AR = `<p class="price">249 ر.س</p><button>أضف إلى السلة</button>`;
const JA = `<p class="price">税込 3,980円</p><button>カートに入れる</button>`;

describe("a text about stock does not count where it speaks of", () => {
  it.each<readonly [string, Shop]>([
    ["a picture", ["pl", "Lampa dębowa", PL, "<p>Zdjęcie niedostępne</p>"]],
    ["a picture", ["tr", "Ceviz masa lambası", TR, "<p>Görsel mevcut değil</p>"]],
    ["a picture", ["ar", "مصباح مكتب", AR, "<p>الصورة غير متوفرة</p>"]],
    ["a kind of delivery", ["cs", "Stolní lampa", CS, "<p>Expresní doprava: nedostupná</p>"]],
    ["a kind of delivery", ["pt-BR", "Luminária de mesa", BR, "<p>Entrega expressa indisponível</p>"]],
    ["a kind of delivery", ["sv", "Bordslampa i valnöt", SV, "<p>Hemleverans: ej tillgänglig</p>"]],
    ["one branch", ["pl", "Lampa dębowa", PL, "<p>Produkt niedostępny w salonie Kraków</p>"]],
    ["one branch", ["ja", "卓上ランプ", JA, "<p>店舗受取: 在庫なし</p>"]],
    ["one branch", ["tr", "Ceviz masa lambası", TR, "<p>Kadıköy mağazasında stokta yok</p>"]],
    ["another option", ["cs", "Tričko", CS, "<p>Velikost XL je vyprodána</p><p>Velikost XL: vyprodáno</p>"]],
    ["another option", ["sv", "Ylletröja", SV, "<p>Storlek XL: slutsåld</p>"]],
    ["another option", ["ar", "قميص قطني", AR, "<p>المقاس XL غير متوفر</p>"]],
    [
      "a general note",
      ["pl", "Lampa dębowa", PL, "<p>Jeśli produkt jest niedostępny, zwrócimy pieniądze.</p>"],
    ],
    ["a general note", ["pt-BR", "Luminária", BR, "<p>Alguns itens podem estar esgotados.</p>"]],
    ["a general note", ["ja", "卓上ランプ", JA, "<p>ご注文後に在庫切れの場合があります</p>"]],
  ])("%s", (_subject, shop) => {
    expect(stockOf(shop)).toBe("in_stock");
  });
});

describe("unseen texts of a page's scripts", () => {
  it.each<readonly [string, Shop, string]>([
    [
      "a dormant text",
      ["pl", "Lampa dębowa", `${PL}<p class="stan stan-0">Produkt niedostępny</p>`, ""],
      data("Lampa dębowa", "129.99", "PLN", "InStock"),
    ],
    [
      "a dormant text",
      ["sv", "Bordslampa", `${SV}<span class="js-state-2">Slutsåld</span>`, ""],
      data("Bordslampa", "499", "SEK", "InStock"),
    ],
    [
      "a dormant text",
      ["ja", "卓上ランプ", `${JA}<span data-state="sold">売り切れ</span>`, ""],
      data("卓上ランプ", "3980", "JPY", "InStock"),
    ],
    [
      "a dormant offer to notify",
      ["pt-BR", "Luminária", `${BR}<div><p>Avise-me quando chegar</p></div>`, ""],
      data("Luminária", "249.90", "BRL", "InStock"),
    ],
  ])("%s does not count against the data and an enabled buy button", (_kind, shop, head) => {
    expect(stockOf(shop, head)).toBe("in_stock");
  });

  it.each<Shop>([
    ["cs", "Stolní lampa", CS, "<p>\${availability} vyprodáno</p>"],
    ["tr", "Masa lambası", TR, "<p>{{ stock }} Tükendi</p>"],
    ["ar", "مصباح مكتب", AR, "<p><%= stock.label %> نفدت الكمية</p>"],
    [
      "pt-BR",
      "Luminária de mesa",
      `${BR}<span class="estoque">[[ produto.estoque ]] Esgotado</span>`,
      "<p>Envio em dois dias</p>",
    ],
  ])("do not count where they are an unfilled template, even without data: %s", (...shop) => {
    expect(stockOf(shop)).toBe("in_stock");
  });

  it("count where no buy button contradicts them", () => {
    const shop: Shop = ["sv", "Bordslampa", `<p class="pris">499 kr</p><p>Slutsåld</p>`, ""];
    expect(stockOf(shop, data("Bordslampa", "499", "SEK", "InStock"))).toBe("out_of_stock");
  });
});

describe("an article is out of stock where the page", () => {
  it.each<readonly [string, Shop]>([
    [
      "offers to notify",
      ["pl", "Lampa", `<p class="cena">129,99 zł</p><button>Powiadom o dostępności</button>`, ""],
    ],
    [
      "offers to notify",
      ["tr", "Lamba", `<p class="fiyat">1.299,90 TL</p><button>Gelince haber ver</button>`, ""],
    ],
    [
      "offers to notify",
      ["ar", "مصباح", `<p class="price">249 ر.س</p><button>أعلمني عند التوفر</button>`, ""],
    ],
    [
      "offers to notify",
      ["en", "Lamp", `<p class="price">£25.00</p><button>Email me when in stock</button>`, ""],
    ],
    ["names no price", ["cs", "Stolní lampa", "<p>Vyprodáno</p>", ""]],
    ["names no price", ["ja", "卓上ランプ", "<p>在庫切れ</p>", ""]],
    ["names no price", ["pt-BR", "Luminária de mesa", "<p>Esgotado</p>", ""]],
  ])("%s", (_how, shop) => {
    expect(stockOf(shop)).toBe("out_of_stock");
  });

  it.each<readonly [Shop, string]>([
    [
      ["pl", "Lampa dębowa", "<p>Ten produkt nie jest już dostępny.</p>", ""],
      data("Lampa dębowa", "129.99", "PLN", "InStock"),
    ],
    [
      ["tr", "Masa lambası", "<p>Bu ürün artık satılmıyor.</p>", ""],
      data("Masa lambası", "1299.90", "TRY", "InStock"),
    ],
    [
      ["ja", "卓上ランプ", "<p>この商品は販売を終了しました</p>", ""],
      data("卓上ランプ", "3980", "JPY", "InStock"),
    ],
    [
      ["en", "Walnut lamp", "<p>This item is no longer available.</p>", ""],
      data("Walnut lamp", "25.00", "GBP", "InStock"),
    ],
  ])("says that the article's sale has ended, whatever its data claim: %#", (shop, head) => {
    expect(stockOf(shop, head)).toBe("discontinued");
  });
});

describe("a disabled buy button states nothing while a variant has to be chosen", () => {
  it.each<Shop>([
    [
      "cs",
      "Tričko",
      `<p class="cena">390 Kč</p><select name="velikost"><option value="">Zvolte velikost</option><option value="1">M</option></select><button disabled>Do košíku</button>`,
      "",
    ],
    [
      "sv",
      "Ylletröja",
      `<p class="pris">499 kr</p><label><input type="radio" name="s">M</label><label><input type="radio" name="s">L</label><button disabled>Lägg i varukorgen</button>`,
      "",
    ],
    [
      "pt-BR",
      "Camiseta",
      `<p class="preco">R$ 49,90</p><select><option value="0">Selecione o tamanho</option><option value="1">P</option></select><button disabled>Comprar agora</button>`,
      "",
    ],
  ])("%#", (lang, name, block, below) => {
    expect(stockOf([lang, name, block, below])).toBe("in_stock");
  });
});
