import { describe, expect, it } from "vitest";
import { offerOfPage } from "@/server/market/extract/offer-of-page";
import { exactPriceOf } from "@/server/testing/product-page";

const read = (body: string, lang = "en-US") =>
  exactPriceOf(
    offerOfPage({
      url: "https://kitchen.example/stories/kettles",
      html: `<!doctype html><html lang="${lang}"><head><title>Kettles | Kitchen</title></head><body>${body}</body></html>`,
    }),
  );

describe("an amount in a heading's sentence is no price", () => {
  it.each([
    ["en", "<h1>Kettles under $80</h1><p>What we would buy.</p>"],
    ["en", "<h1>Kettles</h1><h2>$2 million warranty fund</h2><p>Part of each order.</p>"],
    ["en", "<h1>Kettles</h1><h2>Save $300 on kitchens</h2>"],
    ["en", "<h1>7 kettles over £120 that are worth it</h1><p>Our test.</p>"],
    ["de", "<h1>Wasserkocher unter 80 €</h1><p>Unser Test.</p>"],
    ["de", "<h1>Wasserkocher</h1><h3>Für 500 € Einkaufsgutscheine gewinnen</h3>"],
    ["fr", "<h1>Bouilloires à moins de 80 €</h1><p>Notre guide.</p>"],
    ["es", "<h1>Hervidores por menos de 80 €</h1><p>Nuestra guía.</p>"],
  ])("%s %s", (lang, body) => {
    expect(read(body, lang)).toBeNull();
  });

  it.each([
    ["<h1>Blue kettle</h1><h2>$34.90</h2><button>Add to cart</button>", "34.9 USD"],
    ["<h1>Blue kettle</h1><h2>Now only $34.90</h2><button>Add to cart</button>", "34.9 USD"],
    ["<h1>Blue kettle</h1><h3>Price: $34.90 incl. tax</h3><button>Add to cart</button>", "34.9 USD"],
    ['<h1>Blue kettle <span class="price">$34.90</span></h1><button>Add to cart</button>', "34.9 USD"],
    ["<h1>Blue kettle - $34.90</h1><button>Add to cart</button>", "34.9 USD"],
  ])("a heading may be the price's own: %s", (body, price) => {
    expect(read(body)).toBe(price);
  });
});

describe("the price of a list's only product is not the list's", () => {
  const NAME = "Enamel kettle";

  it.each([
    `<div class="tile"><a href="/p/enamel-kettle"><h3>${NAME}</h3></a><p class="price">$34.90</p></div>`,
    `<div class="tile"><h3><a href="/p/enamel-kettle">${NAME}</a></h3><p>$34.90</p><button>Add to cart</button></div>`,
    `<ul><li><a href="/p/enamel-kettle"><img src="k.jpg"><h2>${NAME}</h2><span class="price">$34.90</span></a></li></ul>`,
  ])("%s", (card) => {
    expect(read(`<h1>Kettles</h1><p>For the hob.</p>${card}`)).toBeNull();
  });

  it.each([
    `<h3><a href="/brands/emalia">Emalia</a></h3><h1>${NAME}</h1><p class="price">$34.90</p><button>Add to cart</button>`,
    `<h1>${NAME}</h1><div><p class="price">$34.90</p><button>Add to cart</button><a href="/p/lid"><h4>Spare lid</h4></a></div>`,
  ])("a price beside its own title is the page's: %s", (body) => {
    expect(read(`<main>${body}</main>`)).toBe("34.9 USD");
  });
});

describe("the price of a measure is not an article's", () => {
  it.each([
    ["en", "$45.00 per hour"],
    ["en", "$0.08 / word"],
    ["en", "€ 12.00 per person"],
    ["de", "45,00 € pro Stunde"],
    ["de", "0,08 € je Wort"],
    ["fr", "45,00 € par personne"],
    ["es", "0,08 € por palabra"],
  ])("%s %s", (lang, text) => {
    expect(read(`<h1>Kettles</h1><p class="price">${text}</p><button>Order now</button>`, lang)).toBeNull();
  });
});
