import { describe, expect, it } from "vitest";
import { shopAddress } from "@/server/stores/shopify/address";

const at = (url: string, allowPrivate = false) => shopAddress({ url, allowPrivate });

describe("the address of a shop", () => {
  it.each([
    "https://teapots.myshopify.com",
    "http://teapots.myshopify.com/",
    "https://teapots.myshopify.com/admin/products",
    "https://admin.shopify.com/store/teapots",
    "https://admin.shopify.com/store/teapots/settings/domains",
  ])("%s is that of its Admin API, over https", (url) => {
    expect(at(url)).toBe("https://teapots.myshopify.com");
  });

  it.each([
    "https://teapots.example",
    "https://teapots.myshopify.com.thief.example",
    "https://thief.example/teapots.myshopify.com",
    "https://myshopify.com",
    "https://admin.shopify.com/store/",
    "http://127.0.0.1:9",
  ])("%s is not sent a secret", (url) => {
    expect(() => at(url)).toThrow(/ends in \.myshopify\.com/);
  });

  it("is another host only where the installation allows private networks", () => {
    expect(at("http://127.0.0.1:9/", true)).toBe("http://127.0.0.1:9");
  });
});
