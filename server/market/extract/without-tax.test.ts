import { describe, expect, it } from "vitest";
import { offerOfPage } from "@/server/market/extract/offer-of-page";
import { exactPriceOf, readProductPage } from "@/server/testing/product-page";

const BUY = "<button>In den Warenkorb</button>";
const data = (tax: object): string =>
  `<script type="application/ld+json">${JSON.stringify({
    "@type": "Product",
    name: "Eichenregal",
    offers: { "@type": "Offer", price: "84.00", priceCurrency: "EUR", ...tax },
  })}</script>`;
const NET = {
  priceSpecification: {
    "@type": "UnitPriceSpecification",
    price: "84.00",
    priceCurrency: "EUR",
    valueAddedTaxIncluded: false,
  },
};

function taxOf(main: string, head = "", lang = "de") {
  const offer = readProductPage(lang, "Eichenregal", main + BUY, head);
  expect(exactPriceOf(offer)).toBe("84 EUR");
  return offer.found ? offer.withoutTax : undefined;
}

describe("the only price of a page is without tax", () => {
  it.each([
    ["de", "<p class='price'>84,00 € zzgl. MwSt.</p>"],
    ["de", "<p class='price'><span>84,00 €</span> <small>zzgl. 19 % MwSt.</small></p>"],
    ["de", "<p class='price'>84,00 €</p><p>zzgl. gesetzl. MwSt., zzgl. Versandkosten</p>"],
    ["de", "<p class='price'>84,00 € netto</p>"],
    ["de", "<p class='price'>Nettopreis: 84,00 €</p>"],
    ["de", "<p class='price'>84,00 €</p><footer>Alle Preise verstehen sich zzgl. MwSt.</footer>"],
    ["en", "<p class='price'>€84.00 excl. VAT</p>"],
    ["en", "<p class='price'>€84.00 + VAT</p>"],
    ["en", "<p class='price'>€84.00</p><p>VAT not included</p>"],
    ["en", "<p class='price'>€84.00 (excl.)</p>"],
    ["en", "<p class='price'>€84.00 exc VAT</p>"],
    ["de", "<p class='price'>84,00 € Nettopreis</p>"],
    ["pt", "<p class='price'>84,00 € s/ IVA</p>"],
    ["fr", "<p class='price'>84,00 € HT</p>"],
    ["it", "<p class='price'>84,00 € IVA esclusa</p>"],
    ["es", "<p class='price'>84,00 €</p><p>IVA no incluido</p>"],
    ["nl", "<p class='price'>€ 84,00 excl. btw</p>"],
    ["sk", "<p class='price'>84,00 € bez DPH</p>"],
  ])("%s %s", (lang, main) => {
    const said = taxOf(main, "", lang);
    expect(said?.shown).toBe(true);
    expect(main).toContain(said?.words.split(" ").at(-1));
  });

  it("a price is without tax by the words of the page, and by its data alone", () => {
    expect(taxOf("<p class='price'>84,00 € zzgl. MwSt.</p>", data(NET))).toMatchObject({ shown: true });
    expect(taxOf("<p class='price'>84,00 €</p>", data(NET))).toEqual({
      words: "valueAddedTaxIncluded: false",
      shown: false,
    });
  });
});

describe("the only price of a page is not without tax", () => {
  it.each([
    "<p class='price'>84,00 € inkl. MwSt. zzgl. Versand</p>",
    "<p class='price'>84,00 €</p><p>inkl. 19 % MwSt.</p>",
    "<p class='price'>84,00 € excl. Versandkosten</p>",
    "<p class='price'>84,00 €</p><p>zzgl. Versand</p>",
    "<p class='price'>84,00 €</p><p>Netto 500 g</p>",
    "<p class='price'>84,00 €</p><footer>Alle Preise inkl. MwSt. zzgl. Versand</footer>",
    "<p class='price'>84,00 €</p>",
  ])("%s", (main) => {
    expect(taxOf(main)).toBeNull();
  });

  it("a price is not without tax where words contradict the data", () => {
    expect(taxOf("<p class='price'>84,00 € inkl. MwSt.</p>", data(NET))).toBeNull();
  });

  it("a price is not without tax where one with tax stands beside it", () => {
    const both = readProductPage(
      "de",
      "Eichenregal",
      `<p>84,00 € zzgl. MwSt.</p><p>99,96 € inkl. MwSt.</p>${BUY}`,
    );
    expect(exactPriceOf(both)).toBe("99.96 EUR");
    expect(both.found && both.withoutTax).toBeNull();
  });
});

describe("a price that a person's selector names", () => {
  const selected = (main: string) => {
    const html = `<html lang="de"><head><title>Eichenregal</title></head><body><main><h1>Eichenregal</h1>${main}${BUY}</main></body></html>`;
    const offer = offerOfPage({ url: "https://shop.example/artikel/4711", html, selector: ".price" });
    expect(exactPriceOf(offer)).toBe("84 EUR");
    return offer.found ? offer.withoutTax : undefined;
  };

  it.each([
    "<p class='price'>84,00 € zzgl. MwSt.</p>",
    "<p><span class='price'>84,00 €</span> zzgl. MwSt.</p>",
    "<p class='price'>84,00 €</p><p>zzgl. 19 % MwSt.</p>",
    "<p class='price'>84,00 €</p><footer>Alle Preise verstehen sich zzgl. MwSt.</footer>",
  ])("is without tax by the words beside it: %s", (main) => {
    expect(selected(main)).toMatchObject({ shown: true, words: expect.stringContaining("zzgl.") });
  });

  it.each([
    "<p class='price'>84,00 €</p><p>inkl. MwSt. zzgl. Versand</p>",
    "<p class='price'>84,00 €</p><p>70,59 € zzgl. MwSt.</p>",
  ])("is not by words about something else: %s", (main) => {
    expect(selected(main)).toBeNull();
  });
});
