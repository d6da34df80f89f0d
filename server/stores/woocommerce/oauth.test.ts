import { expect, it } from "vitest";
import { baseString, encodeQuery, percentEncode, signedQuery } from "@/server/stores/woocommerce/oauth";

it("encodes every character but the unreserved ones (RFC 5849, 3.6)", () => {
  expect(percentEncode("azAZ09-._~")).toBe("azAZ09-._~");
  expect(percentEncode("!'()* +é%")).toBe("%21%27%28%29%2A%20%2B%C3%A9%25");
  expect(encodeQuery({ _fields: "id,name", sku: "A B" })).toBe("_fields=id%2Cname&sku=A%20B");
});

it("signs host in small letters without its usual port, and parameters sorted after encoding (3.4.1)", () => {
  const parameters = { b: "2 3", a: "x", "a b": "1", "a%": "y" };
  expect(baseString("get", new URL("http://EXAMPLE.com:80/r%20v/X"), parameters)).toBe(
    "GET&http%3A%2F%2Fexample.com%2Fr%2520v%2FX&a%3Dx%26a%2520b%3D1%26a%2525%3Dy%26b%3D2%25203",
  );
  expect(baseString("PUT", new URL("http://shop.example:8080/x"), {})).toBe(
    "PUT&http%3A%2F%2Fshop.example%3A8080%2Fx&",
  );
});

it("gives each request a nonce of its own", () => {
  const key = { consumerKey: "ck_1", consumerSecret: "cs_1" };
  const url = new URL("http://shop.example/x");
  const [one, other] = [signedQuery(key, "GET", url, {}, 0), signedQuery(key, "GET", url, {}, 0)];
  expect(one["oauth_nonce"]).not.toBe(other["oauth_nonce"]);
  expect(one["oauth_signature"]).not.toBe(other["oauth_signature"]);
});
