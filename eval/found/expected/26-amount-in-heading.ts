import { describe, expect, it } from "vitest";
import { inputsFor } from "@/eval/found/inputs";
import { readingOf } from "@/eval/found/reading";

const inputs = inputsFor(import.meta.filename);
const ADDRESS = "https://shop.example/guides/espresso-machines";
const HEADING = "<h1>Espresso machines under $500</h1>";

/** The folder's page with another part in place of its heading and its products. */
function withBody(body: string): string {
  const html = inputs.text("page.html");
  expect(html).toContain(HEADING);
  return html.replace(/<body>[\s\S]*<\/body>/, `<body>${body}</body>`);
}

describe("a page that is no product's has no price", () => {
  it("a guide whose heading has an amount", async () => {
    expect(await readingOf(inputs.text("page.html"), ADDRESS, "USD")).toMatchObject({ price: null });
  });

  it.each([
    "<h2>$1 Million Identity Theft Insurance</h2>",
    "<h2>Save up to $1000 on moving</h2>",
    "<h1>Save up to $1000 on moving</h1><p>We compare movers for you.</p>",
    "<h1>Identity protection</h1><h2>$1 Million Identity Theft Insurance</h2><p>Part of every plan.</p>",
  ])("%s", async (body) => {
    expect(await readingOf(withBody(body), ADDRESS, "USD")).toMatchObject({ price: null });
  });

  it.each([
    '<h1>Espresso machines</h1><div class="product-card"><a href="/espresso-one">Espresso One</a><span class="price">$449.95</span></div>',
    '<h1>Espresso machines</h1><ul class="products"><li class="product"><a href="/product/espresso-one/"><img src="one.jpg"><h2>Espresso One</h2><span class="price">$449.95</span></a><a href="?add-to-cart=7" class="button add_to_cart_button">Add to cart</a></li></ul>',
  ])("a category with one product", async (body) => {
    expect(await readingOf(withBody(body), "https://shop.example/espresso-machines", "USD")).toMatchObject({
      price: null,
    });
  });

  it.each([
    '<h1>Translation</h1><p class="price">$0.06 per word</p><a class="button" href="/quote">Get a quote</a>',
    "<h1>Translation</h1><p>English to German</p><p><strong>0.06 USD / word</strong></p><button>Order now</button>",
  ])("a service priced by the word", async (body) => {
    expect(await readingOf(withBody(body), "https://shop.example/translation", "USD")).toMatchObject({
      price: null,
    });
  });
});
