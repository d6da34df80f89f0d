import { expect, it } from "vitest";
import { offerOfPage } from "@/server/market/extract/offer-of-page";

const PRODUCT = 'itemscope itemtype="https://schema.org/Product"';

/** Items that each contain the next five as values, in a cycle. */
const ring = Array.from({ length: 60 }, (_, at) => {
  const next = [1, 2, 3, 4, 5].map((step) => `i${(at + step) % 60}`).join(" ");
  return `<div id="i${at}" itemprop="offers" itemscope itemref="${next}"><b itemprop="price">1</b></div>`;
}).join("");

it.each([
  ["items that refer to one another", `<div ${PRODUCT} itemref="i0 i1 i2 i3 i4"></div>${ring}`],
  ["one property many times", `<div ${PRODUCT}>${"<b itemprop=a></b>".repeat(100_000)}</div>`],
  [
    "a large part that many items refer to",
    `<div id="big">${"<b itemprop=a></b>".repeat(50_000)}</div>${"<i itemscope itemref=big></i>".repeat(20_000)}`,
  ],
  [
    "one property many times in RDFa",
    `<div vocab="https://schema.org/" typeof="Product">${"<b property=a></b>".repeat(80_000)}</div>`,
  ],
])(
  "a page is read in little time whatever its items are: %s",
  (_, body) => {
    const began = process.cpuUsage();
    offerOfPage({ url: "https://shop.example/p", html: `<html><body><h1>Lamp</h1>${body}</body></html>` });
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1_000_000).toBeLessThan(4);
  },
  30_000,
);
