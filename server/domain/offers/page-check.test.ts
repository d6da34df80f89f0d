import { describe, expect, it } from "vitest";
import { pageAddress, sellerOfHost } from "../page-address";
import { evaluatePrice, inStockOf } from "./page-check";

describe("a price as a page names it", () => {
  const evaluate = (amount: string, named: string | null, currency: string, text = amount) =>
    evaluatePrice({ amount, currency: named, text }, currency);

  it("counts in the offer's currency, in its own decimals", () => {
    expect(evaluate("18.9", "EUR", "EUR")).toEqual({ outcome: "price", price: 1890n });
    expect(evaluate("1099.00", "JPY", "JPY")).toEqual({ outcome: "price", price: 1099n });
    expect(evaluate("423.923", null, "KWD")).toEqual({ outcome: "price", price: 423923n });
    expect(evaluate("18.90", null, "EUR", "18,90 €")).toEqual({ outcome: "price", price: 1890n });
  });

  it("is never converted, guessed or rounded", () => {
    expect(evaluate("18.90", "USD", "EUR")).toMatchObject({ outcome: "other_currency" });
    expect(evaluate("18.90", null, "EUR", "$18.90")).toMatchObject({ outcome: "other_currency" });
    expect(evaluate("18.905", "EUR", "EUR")).toMatchObject({ outcome: "no_price" });
    expect(evaluate("1099.5", "JPY", "JPY")).toMatchObject({ outcome: "no_price" });
  });

  it("is never 0", () => {
    for (const amount of ["0", "0.00"])
      expect(evaluate(amount, "EUR", "EUR")).toMatchObject({ outcome: "no_price" });
  });
});

it("an article that is only announced or on order is not in stock, and one nothing is said of is unknown", () => {
  expect([
    inStockOf("in_stock"),
    inStockOf("preorder"),
    inStockOf("backorder"),
    inStockOf("unknown"),
  ]).toEqual([true, false, false, null]);
});

describe("the address of a page", () => {
  it.each([
    ["HTTPS://Shop.Example:443/A?b=1#c", "https://shop.example/A?b=1"],
    ["http://shop.example", "http://shop.example/"],
    ["https://shop.example/p?utm_source=x&size=M&gclid=1", "https://shop.example/p?size=M"],
    ["https://shop.example/p?q=a%20b&utm_medium=y", "https://shop.example/p?q=a%20b"],
    ["https://shop.example./p?fbclid=1", "https://shop.example/p"],
    [" https://bücher.example/p ", "https://xn--bcher-kva.example/p"],
  ])("%s is kept as %s", (text, url) => {
    expect(pageAddress(text)?.url).toBe(url);
  });

  it.each([
    "",
    "shop.example/p",
    "ftp://shop.example/",
    "javascript:alert(1)",
    "https://a:b@shop.example/",
    "https://",
    `https://shop.example/${"a".repeat(2_000)}`,
  ])("%s is none", (text) => {
    expect(pageAddress(text)).toBeNull();
  });

  it("names its seller where nobody does", () => {
    expect(sellerOfHost("www.shop.example")).toBe("shop.example");
  });
});
