import { describe, expect, it } from "vitest";
import { LONGEST_LINE } from "@/server/market/extract/document/lines";
import { MOST_ELEMENTS } from "@/server/market/extract/document/page-tree";
import { type ParsedPage, parsePage } from "@/server/market/extract/document/parsed-page";
import { styleClasses } from "@/server/market/extract/document/style-rules";
import { offerOfPage } from "@/server/market/extract/offer-of-page";
import { structuredClaims } from "@/server/market/extract/structured-claims";
import { MOST_CANDIDATES, priceCandidates } from "@/server/market/extract/visible/price-candidates";
import { HOSTILE_PAGES } from "@/server/testing/hostile-pages";

const hostile = (name: string): string => {
  const made = HOSTILE_PAGES[name]?.();
  if (made === undefined) throw new Error(`there is no page of ${name}`);
  return made;
};
const parsed = (name: string): ParsedPage =>
  parsePage({ url: "https://shop.example/kettle", html: hostile(name) });

describe("a page made to be slow", () => {
  it("gives its readers no more elements than any page has, else none", () => {
    expect(parsed("300,000 elements").size).toBe(0);
    const { size } = parsed("as many elements as allowed");
    expect([size > 99_000, size <= MOST_ELEMENTS]).toEqual([true, true]);
  });

  it("gives its readers no more than lines of limited length, and the whole page's positions", () => {
    const { lines } = parsed("one text").text;
    expect(lines.every(({ text }) => text.length <= 2 * LONGEST_LINE + 200)).toBe(true);
    const glued = parsed("properties in microdata").text;
    expect(glued.lines.every(({ text, parts }) => text.length <= 700 && parts.length <= 700)).toBe(true);
    expect(glued.lines.at(-1)?.position).toBeLessThan(200);
    const after = parsePage({ url: "", html: `<body><p>${"a ".repeat(5000)}</p><p>end</p>` }).text;
    expect(after.lines.at(-1)).toMatchObject({ text: "end", position: 9_999 });
  });

  it("gives its readers no more than so many buttons", () => {
    expect(parsed("buttons").text.controls).toHaveLength(10_000);
  });

  it("gives its readers no more than so many amounts", () => {
    const { length } = priceCandidates(parsed("lines of prices").text, {});
    expect([length >= MOST_CANDIDATES, length < MOST_CANDIDATES + 400]).toEqual([true, true]);
  });

  it("gives its readers no more than so many products", () => {
    const { length } = structuredClaims(parsed("structured data"), {}).claims;
    expect([length > 400, length <= 500]).toEqual([true, true]);
  });

  it("gives its readers no more rules of style sheets than for the classes that it has", () => {
    const sheets = [Array.from({ length: 100_000 }, (_, at) => `.a${at}{display:none}`).join("")];
    expect([...styleClasses(sheets, new Set(["a7", "b"])).hidden]).toEqual(["a7"]);
  });
});

it("a list of a hundred thousand lines about stock is read to its end", () => {
  const html = hostile("lists of different kinds");
  const offer = offerOfPage({ url: "https://shop.example/kettle", html });
  expect(offer).toMatchObject({ found: true, price: { amount: "49.90", currency: "EUR" } });
});
