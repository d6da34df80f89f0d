import { describe, expect, it } from "vitest";
import { inputsFor } from "@/eval/found/inputs";
import { readingOf } from "@/eval/found/reading";

const inputs = inputsFor(import.meta.filename);
const NOTHING = { price: null, availability: "unknown" };

/** The folder's home page, which stands in a line of its text behind "/ is:". */
function home(): string {
  const text = inputs.text("README.pages");
  expect(text).toContain("/ is: ");
  const body = text.slice(text.indexOf("/ is: ") + "/ is: ".length);
  return `<!doctype html><html lang="de"><head><title>Shop</title></head><body>${body}</body></html>`;
}

/** The reading of the home page's text where `requested` was answered by `url`. */
const ledTo = (url: string, requested = "https://shop.example/product") =>
  readingOf(home(), url, "EUR", { requested });

describe("a product's address that leads elsewhere", () => {
  it.each(["https://shop.example/", "https://shop.example/home", "https://shop.example/de/index.html"])(
    "has no price when it leads to the home page %s",
    async (url) => {
      expect(await ledTo(url)).toEqual(NOTHING);
    },
  );

  it.each(["https://shop.example/lampen", "https://shop.example/lampen/tischlampen"])(
    "has no price when it leads to a page above it: %s",
    async (url) => {
      expect(await ledTo(url, "https://shop.example/lampen/tischlampen/nussbaum-4711")).toEqual(NOTHING);
    },
  );

  it("has no price when it leads to a page of something else", async () => {
    expect(await ledTo("https://shop.example/angebote", "https://shop.example/nussbaum-4711")).toEqual(
      NOTHING,
    );
  });
});
