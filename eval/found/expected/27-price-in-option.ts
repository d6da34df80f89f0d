import { describe, expect, it } from "vitest";
import { inputsFor } from "@/eval/found/inputs";
import { readingOf } from "@/eval/found/reading";

const inputs = inputsFor(import.meta.filename);
const ADDRESS = "https://shop.example/products/chocolate-27-1kg";
const OPTION = '<option value="1" selected>Default Title - $16.75</option>';

/** The reading of the folder's page with other options. */
function readingWith(options: string) {
  const html = inputs.text("page.html");
  expect(html).toContain(OPTION);
  return readingOf(html.replace(OPTION, options), ADDRESS, "USD");
}

describe("a price in an option", () => {
  it("is the article's where there is one option", async () => {
    expect(await readingWith(OPTION)).toMatchObject({ price: "16.75 USD" });
  });

  it("is the article's where all options have it", async () => {
    const options = '<option value="1">Dark - $16.75</option><option value="2">Milk - $16.75</option>';
    expect(await readingWith(options)).toMatchObject({ price: "16.75 USD" });
  });

  it("is that of the selected one among several", async () => {
    const options =
      '<option value="1">250 g - $5.25</option><option value="2" selected>1 kg - $16.75</option>';
    expect(await readingWith(options)).toMatchObject({ price: "16.75 USD" });
  });

  it("is none where several differ and none is selected", async () => {
    const options = '<option value="1">250 g - $5.25</option><option value="2">1 kg - $16.75</option>';
    expect(await readingWith(options)).toMatchObject({ price: null });
  });
});
