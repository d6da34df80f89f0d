import { describe, expect, it } from "vitest";
import { exactPriceOf, readProductPage } from "@/server/testing/product-page";

describe("a price without data, as shops write it", () => {
  it.each([
    ["pl-PL", `<div><span>199</span><sup>99</sup> zł</div><button>Dodaj do koszyka</button>`, "199.99 PLN"],
    [
      "cs-CZ",
      `<p>Běžná cena <s>1 599,-</s></p><p>1 299,- Kč</p><p>Na splátky od 108 Kč / měsíc</p><button>Do košíku</button>`,
      "1299 CZK",
    ],
    [
      "tr-TR",
      `<div><span class="k1">1.499,00 TL</span><span class="k2">999,00 TL</span></div><span>%33</span><button>Sepete Ekle</button>`,
      "999 TRY",
    ],
    [
      "pt-BR",
      `<span class="currencyContainer"><i>R$</i> <span class="currencyInteger">1</span><i>.</i><span class="currencyInteger">449</span><i>,</i><span class="currencyFraction">90</span></span><button>Comprar</button>`,
      "1449.9 BRL",
    ],
    ["sv-SE", `<p>12 995 kr</p><p>eller 361 kr/mån</p><button>Lägg i varukorgen</button>`, "12995 SEK"],
    [
      "ar-AE",
      `<p><b>AED 249.00</b> <del>AED 399.00</del></p><p>أو 4 دفعات بقيمة 62.25 AED</p><button>أضف للسلة</button>`,
      "249 AED",
    ],
    ["ar-EG", `<div>السعر: ١٬٢٩٩٫٠٠ ج.م</div><button>اشتر الآن</button>`, "1299 EGP"],
    [
      "ja-JP",
      `<p>販売価格：￥3，980（税込）</p><p>送料：550円</p><button>買い物かごに入れる</button>`,
      "3980 JPY",
    ],
    [
      "hu-HU",
      `<div>9.990,-Ft</div><div>Szállítás: 1.490 Ft</div><button>Kosárba teszem</button>`,
      "9990 HUF",
    ],
    [
      "ro-RO",
      `<p>149<sup><small>,</small>99</sup> <span>Lei</span></p><p><s>199<sup>99</sup> Lei</s></p><button>Adaugă în coș</button>`,
      "149.99 RON",
    ],
    [
      "el-GR",
      `<p>Τιμή: 34,90 €</p><p>ή 3 άτοκες δόσεις 11,63€</p><button>Προσθήκη στο καλάθι</button>`,
      "34.9 EUR",
    ],
    [
      "ko-KR",
      `<span>32%</span><em>39,900</em><span>원</span><p>배송비 3,000원</p><button>구매하기</button>`,
      "39900 KRW",
    ],
    [
      "zh-TW",
      `<p>建議售價 NT$1,990</p><p>網路價 NT$1,290</p><p>信用卡3期 每期 $430</p><button>加入購物車</button>`,
      "1290 TWD",
    ],
    [
      "de-CH",
      `<div><span>1’299.90</span> <span>CHF</span></div><p>zzgl. Versand ab CHF 7.90</p><button>In den Warenkorb</button>`,
      "1299.9 CHF",
    ],
    [
      "en-IN",
      `<p>M.R.P.: ₹2,49,900</p><p>Deal Price: ₹1,89,990.00</p><p>EMI starts at ₹8,944 per month</p><button>Add to Cart</button>`,
      "189990 INR",
    ],
    [
      "es-MX",
      `<p>$1,299.00 MXN</p><p>12 meses sin intereses de $108.25</p><button>Agregar al carrito</button>`,
      "1299 MXN",
    ],
    [
      "id-ID",
      `<p>Rp 249.000</p><p>Hemat Rp50.000</p><p><s>Rp 299.000</s></p><button>Tambah ke Keranjang</button>`,
      "249000 IDR",
    ],
    [
      "vi-VN",
      `<p>399.000 ₫</p><p>Giá gốc: 599.000đ</p><p>Trả góp 0%: 66.500₫/tháng</p><button>Mua ngay</button>`,
      "399000 VND",
    ],
    [
      "lt-LT",
      `<p>39,99 €</p><p>Sena kaina 49,99 €</p><p>Nuo 3,45 € / mėn.</p><button>Į krepšelį</button>`,
      "39.99 EUR",
    ],
    ["lv-LV", `<p>34,99 €</p><p>vai 2,95 €/mēn.</p><button>Pievienot grozam</button>`, "34.99 EUR"],
  ])("is read: %s", (lang, main, expected) => {
    expect(exactPriceOf(readProductPage(lang, "Model 1000", main))).toBe(expected);
  });

  it.each([
    ["sv-SE", `<div>499:-</div><p>Ord. pris 699:-</p><button>Köp</button>`, "499 SEK"],
    ["nb-NO", `<span>1 299,-</span><p>Før 1 599,-</p><button>Legg i handlekurv</button>`, "1299 NOK"],
    [
      "cs-CZ",
      `<strong>12 990,-</strong><span>bez DPH 10 736,-</span><button>Do košíku</button>`,
      "12990 CZK",
    ],
    ["nl-NL", `<div><span>49,</span><sup>99</sup></div><button>In winkelwagen</button>`, "49.99 EUR"],
  ])("is known by the form of its cents where it has no currency: %s", (lang, main, expected) => {
    expect(exactPriceOf(readProductPage(lang, "Model X", main))).toBe(expected);
  });

  it.each([
    [
      "pl-PL",
      `<div class="price"><div class="main">199</div><div class="rest"><div class="price-cents">99</div><div>zł</div></div></div><button>Do koszyka</button>`,
      "199.99 PLN",
    ],
    [
      "fr-FR",
      `<div class="prix"><div class="haut">39</div><div class="bas"><div class="centimes decimal">99</div><div class="symbol">€</div></div></div><button>Ajouter au panier</button>`,
      "39.99 EUR",
    ],
    [
      "de-DE",
      `<div class="preis"><div class="a">1299</div><div class="b"><div class="nachkomma decimal">95</div><div class="currency">€</div></div></div><button>In den Warenkorb</button>`,
      "1299.95 EUR",
    ],
  ])("is put together from parts in parts: %s", (lang, main, expected) => {
    expect(exactPriceOf(readProductPage(lang, "Model X", main))).toBe(expected);
  });

  it.each([
    ["fa-IR", `<p>1,290,000 تومان</p><button>افزودن به سبد خرید</button>`, "1290000 null"],
    ["en-IE", `<p>£85.00</p><button>Buy now</button>`, "85 null"],
    ["de-DE", `<p>$85.00</p><button>In den Warenkorb</button>`, "85 null"],
  ])("keeps a currency open that its sign leaves open: %s", (lang, main, expected) => {
    expect(exactPriceOf(readProductPage(lang, "Model X", main))).toBe(expected);
  });
});
