import { describe, expect, it } from "vitest";
import { inputsFor } from "@/eval/found/inputs";
import { readingOf } from "@/eval/found/reading";

const inputs = inputsFor(import.meta.filename);
const ADDRESS = "https://rival.example/mug";
const WITH_VAT = { pricesIncludeVat: true, vatRate: "0.19" };
const WORDS = "zzgl. MwSt.";

/** The reading of the folder's page, with other words beside the price, in a workspace whose prices include 19 %. */
function readingWith(words: string, data = true) {
  const html = inputs.text("net.html");
  expect(html).toContain(WORDS);
  const page = data ? html : html.replace(/<script[^]*?<\/script>/, "");
  return readingOf(page.replace(WORDS, words), ADDRESS, "EUR", { pricing: WITH_VAT });
}

describe("a rival's price without VAT", () => {
  it("is compared with the rate of the workspace", async () => {
    expect(await readingWith(WORDS)).toMatchObject({ price: "24.89 EUR" });
  });

  it.each([WORDS, "excl. VAT", "excl.", "HT", "netto", "zzgl. 19 % MwSt."])(
    "%s beside the only price, without data",
    async (words) => {
      expect(await readingWith(words, false)).toMatchObject({ price: "24.89 EUR" });
    },
  );

  it("is not compared where only the data say so", async () => {
    expect(await readingWith("")).toMatchObject({ price: null });
  });

  it("is compared as it stands with prices without VAT", async () => {
    const html = inputs.text("net.html");
    expect(await readingOf(html, ADDRESS, "EUR")).toMatchObject({ price: "20.92 EUR" });
  });

  it("has VAT where the page says so, whatever its data say", async () => {
    expect(await readingWith("inkl. MwSt.")).toMatchObject({ price: "20.92 EUR" });
  });
});
