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
  return offer.found ? offer.tax : undefined;
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
    expect(said).toMatchObject({ included: false, shown: true });
    expect(main).toContain(said?.words.split(" ").at(-1));
  });

  it("a price is without tax by the words of the page, and by its data alone", () => {
    expect(taxOf("<p class='price'>84,00 € zzgl. MwSt.</p>", data(NET))).toMatchObject({
      included: false,
      shown: true,
    });
    expect(taxOf("<p class='price'>84,00 €</p>", data(NET))).toEqual({
      included: false,
      words: "valueAddedTaxIncluded: false",
      shown: false,
    });
  });
});

describe("the only price of a page is with tax", () => {
  it.each([
    ["de", "<p class='price'>84,00 € inkl. MwSt. zzgl. Versand</p>", "inkl. MwSt."],
    ["de", "<p class='price'>84,00 €</p><p>inkl. 19 % MwSt.</p>", "inkl. 19 % MwSt."],
    [
      "de",
      "<p class='price'>84,00 €</p><footer>Alle Preise inkl. MwSt. zzgl. Versand</footer>",
      "Alle Preise",
    ],
    ["de", "<p class='price'>84,00 € brutto</p>", "brutto"],
    ["de", "<p class='price'>Bruttopreis: 84,00 €</p>", "Bruttopreis"],
    ["de", "<p class='price'>84,00 € inkl. Montage</p><p>inkl. MwSt.</p>", "inkl. MwSt."],
    ["de", "<p class='price'>84,00 €</p><p>inkl. Zubehör</p><p>inkl. MwSt.</p>", "inkl. MwSt."],
    ["en", "<p class='price'>€84.00 (incl.)</p>", "(incl.)"],
    ["en", "<p class='price'>€84.00 inc. VAT</p>", "inc. VAT"],
    ["fr", "<p class='price'>84,00 € TTC</p>", "TTC"],
    ["it", "<p class='price'>84,00 € IVA inclusa</p>", "IVA inclusa"],
    ["nl", "<p class='price'>€ 84,00 incl. btw</p>", "incl. btw"],
  ])("%s %s", (lang, main, words) => {
    expect(taxOf(main, "", lang)).toEqual({
      included: true,
      words: expect.stringContaining(words),
      shown: true,
    });
  });

  it("a price is with tax where words contradict the data", () => {
    expect(taxOf("<p class='price'>84,00 € inkl. MwSt.</p>", data(NET))).toMatchObject({ included: true });
  });
});

describe("nothing is said of the tax of the only price", () => {
  it.each([
    "<p class='price'>84,00 € inkl. Versand</p>",
    "<p class='price'>84,00 €</p><p>inkl. Zubehör</p>",
    "<p class='price'>84,00 €</p><p>Preise zzgl. MwSt. für Firmen, inkl. MwSt. für alle anderen</p>",
    "<p class='price'>84,00 €</p><p>Brutto 500 g</p>",
    "<p class='price'>84,00 € excl. Versandkosten</p>",
    "<p class='price'>84,00 €</p><p>zzgl. Versand</p>",
    "<p class='price'>84,00 €</p><p>Netto 500 g</p>",
    "<p class='price'>84,00 €</p>",
  ])("%s", (main) => {
    expect(taxOf(main)).toBeNull();
  });

  it("its data say that tax is included, as they do of prices that are shown without", () => {
    const gross = { priceSpecification: { ...NET.priceSpecification, valueAddedTaxIncluded: true } };
    expect(taxOf("<p class='price'>84,00 €</p>", data(gross))).toBeNull();
  });
});

describe("two amounts that are one price with and without tax", () => {
  it("are the one with tax", () => {
    const both = readProductPage(
      "de",
      "Eichenregal",
      `<p>84,00 € zzgl. MwSt.</p><p>99,96 € inkl. MwSt.</p>${BUY}`,
    );
    expect(exactPriceOf(both)).toBe("99.96 EUR");
    expect(both.found && both.tax).toMatchObject({ included: true });
  });
});

describe("a price that a person's selector names", () => {
  const selected = (main: string) => {
    const html = `<html lang="de"><head><title>Eichenregal</title></head><body><main><h1>Eichenregal</h1>${main}${BUY}</main></body></html>`;
    const offer = offerOfPage({ url: "https://shop.example/artikel/4711", html, selector: ".price" });
    expect(exactPriceOf(offer)).toBe("84 EUR");
    return offer.found ? offer.tax : undefined;
  };

  it.each([
    "<p class='price'>84,00 € zzgl. MwSt.</p>",
    "<p><span class='price'>84,00 €</span> zzgl. MwSt.</p>",
    "<p class='price'>84,00 €</p><p>zzgl. 19 % MwSt.</p>",
    "<p class='price'>84,00 €</p><footer>Alle Preise verstehen sich zzgl. MwSt.</footer>",
  ])("is without tax by the words beside it: %s", (main) => {
    expect(selected(main)).toMatchObject({
      included: false,
      shown: true,
      words: expect.stringContaining("zzgl."),
    });
  });

  it.each([
    "<p class='price'>84,00 € inkl. MwSt.</p>",
    "<p><span class='price'>84,00 €</span> inkl. MwSt.</p>",
    "<p class='price'>84,00 €</p><p>inkl. MwSt. zzgl. Versand</p>",
  ])("is with tax by the words beside it: %s", (main) => {
    expect(selected(main)).toMatchObject({
      included: true,
      shown: true,
      words: expect.stringContaining("inkl. MwSt."),
    });
  });

  it("is neither by words about something else", () => {
    expect(selected("<p class='price'>84,00 €</p><p>70,59 € zzgl. MwSt.</p>")).toBeNull();
  });
});
