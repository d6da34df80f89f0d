import { expect, it } from "vitest";
import { shortText } from "@/server/market/extract/document/nodes";
import { pageTree } from "@/server/market/extract/document/page-tree";
import { faultOfSelector, selectElements } from "@/server/market/extract/selected/select-elements";

const PAGE = `<!doctype html><html lang="en"><head><title>Lamp</title></head><body>
  <main><p class="price">18.90</p><p class="price old">25.00</p></main></body></html>`;

const select = (selector: string): readonly string[] =>
  selectElements(pageTree(PAGE).root, selector).map((element) => shortText(element, 100));

it.each([
  [":root > body .price:not(.old)", ["18.90"]],
  [":root > head > title", ["Lamp"]],
  ["main:has(> .old) > p:first-child", ["18.90"]],
  ["main > :nth-child(2)", ["25.00"]],
  [".price:not(:hover)", ["18.90", "25.00"]],
  [".price:hover, .old", ["25.00"]],
  [".card", []],
])("%s selects what it would select in a browser", (selector, expected) => {
  expect(faultOfSelector(selector)).toBeNull();
  expect(select(selector)).toEqual(expected);
});

it.each([
  ":hover",
  ".price:hover",
  "a:active > b",
  ":is(.a:hover, .b:visited)",
  "p:nth-child(0)",
  '[class^=""]',
])("%s can never match", (selector) => {
  expect(faultOfSelector(selector)).toBe("never_matches");
  expect(select(selector)).toEqual([]);
});

it.each(["", " ", "p[", ".a::before", "a:focus", "svg|a", "> p"])("%j is no selector", (text) => {
  expect(faultOfSelector(text)).toBe("no_selector");
});
