import { Agent, request } from "undici";
import { afterEach, describe, expect, it } from "vitest";
import { encodeQuery, signedQuery } from "@/server/stores/woocommerce/oauth";
import { selfSigned } from "@/server/testing/certificate";
import { API, openCaller, type WooCaller } from "./caller";
import { FULL_KEY, READ_ONLY_KEY, type ShopKey } from "./shop";
import { startWooStandIn } from "./stand-in";

let caller: WooCaller;
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function open(...given: Parameters<typeof openCaller>): Promise<void> {
  caller = await openCaller(...given);
  stops.push(caller.standIn.stop);
}

describe("who may ask", () => {
  const plain = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${caller.standIn.url}${path}`, init);
    return { status: response.status, body: await response.json() };
  };

  it("no credentials and right ones as Basic over plain http look the same", async () => {
    await open();
    const basic = Buffer.from(`${FULL_KEY.consumerKey}:${FULL_KEY.consumerSecret}`).toString("base64");
    for (const headers of [new Headers(), new Headers({ authorization: `Basic ${basic}` })])
      expect(await plain(`${API}/products/10`, { headers })).toMatchObject({
        status: 401,
        body: { code: "woocommerce_rest_cannot_view", message: "Sorry, you cannot view this resource." },
      });
  });

  it("a signature counts once, for fifteen minutes, and only if it is right", async () => {
    await open();
    const url = new URL(`${caller.standIn.url}${API}/products/10`);
    const signed = (key: ShopKey, at: number) => encodeQuery(signedQuery(key, "GET", url, {}, at));
    const once = signed(FULL_KEY, caller.nowMs);
    expect(await plain(`${url.pathname}?${once}`)).toMatchObject({ status: 200 });
    const message = async (query: string) => (await plain(`${url.pathname}?${query}`)).body.message;
    expect(await message(once)).toBe("Invalid nonce - nonce has already been used.");
    expect(await message(signed(FULL_KEY, caller.nowMs - 16 * 60_000))).toBe("Invalid timestamp.");
    expect(await message(signed({ ...FULL_KEY, consumerSecret: "cs_wrong" }, caller.nowMs))).toMatch(
      /^Invalid signature - /,
    );
    expect(await message(signed({ ...FULL_KEY, consumerKey: "ck_wrong" }, caller.nowMs))).toBe(
      "Consumer key is invalid.",
    );
  });

  it("a read-only key reads everything and writes nothing", async () => {
    await open();
    expect(await caller.ask("GET", "/products/10", undefined, READ_ONLY_KEY)).toMatchObject({ status: 200 });
    expect(await caller.ask("PUT", "/products/10", { regular_price: "1.00" }, READ_ONLY_KEY)).toMatchObject({
      status: 401,
      body: { message: "The API key provided does not have write permissions." },
    });
    expect(caller.product().regular).toBe("10.00");
  });

  it("Basic, key and secret in the query, and a signature are all accepted over https", async () => {
    const tls = selfSigned();
    const secure = await startWooStandIn({ products: [{ id: 10, regular: "10.00" }], tls });
    stops.push(secure.stop);
    const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
    stops.push(() => dispatcher.close());
    const { consumerKey, consumerSecret } = FULL_KEY;
    const status = async (query: string, authorization = "") => {
      const url = `${secure.url}${API}/products/10?${query}`;
      const response = await request(url, { dispatcher, headers: { authorization } });
      await response.body.dump();
      return response.statusCode;
    };
    const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
    const url = new URL(`${secure.url}${API}/products/10`);
    expect(await status("", basic(`${consumerKey}:${consumerSecret}`))).toBe(200);
    expect(await status("", basic(`${consumerKey}:wrong`))).toBe(401);
    expect(await status(`consumer_key=${consumerKey}&consumer_secret=${consumerSecret}`)).toBe(200);
    expect(await status(encodeQuery(signedQuery(FULL_KEY, "GET", url, {}, Date.now())))).toBe(200);
  });
});

describe("errors", () => {
  it.each([
    ["GET", "/products/99", undefined, 404, "woocommerce_rest_product_invalid_id"],
    ["PUT", "/products/99", {}, 400, "woocommerce_rest_product_invalid_id"],
    ["PUT", "/products/56/variations/99", {}, 404, "woocommerce_rest_product_variation_invalid_id"],
    ["GET", "/products/10/variations/57", undefined, 404, "woocommerce_rest_product_variation_invalid_id"],
    ["PUT", "/products/57", {}, 404, "woocommerce_rest_invalid_product_id"],
    ["GET", "/nothing", undefined, 404, "rest_no_route"],
    ["PUT", "/products/10", { regular_price: 12.5 }, 400, "rest_invalid_param"],
    ["PUT", "/products/10", { regular_price: ["1.00"] }, 400, "rest_invalid_param"],
    ["GET", "/products?per_page=101", undefined, 400, "rest_invalid_param"],
    ["GET", "/products?modified_after=1763776678", undefined, 400, "rest_invalid_param"],
    ["PUT", "/products/10", '{"regular_price":', 400, "rest_invalid_json"],
    ["PUT", "/products/10", { sku: "S-56" }, 400, "product_invalid_sku"],
  ])("%s %s with %j is %i %s", async (method, path, body, status, code) => {
    await open([
      { id: 10, regular: "10.00" },
      { id: 56, type: "variable" },
      { id: 57, type: "variation", parentId: 56, regular: "16.00" },
    ]);
    expect(await caller.ask(method, path, body)).toMatchObject({ status, body: { code, data: { status } } });
    expect(caller.product().regular).toBe("10.00");
  });

  it("a batch of more than a hundred writes nothing; an empty one is 200", async () => {
    await open();
    const update = Array.from({ length: 101 }, () => ({ id: 10, regular_price: "1.00" }));
    expect(await caller.ask("POST", "/products/batch", { update })).toMatchObject({ status: 413 });
    expect(await caller.ask("POST", "/products/batch", { update: [] })).toMatchObject({
      status: 200,
      body: [],
    });
    expect(caller.product().regular).toBe("10.00");
  });

  it("a shop that is being updated answers 503 with a page", async () => {
    await open();
    caller.standIn.shop.updating = true;
    const response = await fetch(`${caller.standIn.url}${API}/products/10`);
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("600");
    expect(response.headers.get("content-type")).toContain("text/html");
  });

  it("a body of another type than JSON is ignored, and the modified date moves", async () => {
    await open();
    const url = new URL(`${caller.standIn.url}${API}/products/10`);
    const query = encodeQuery(signedQuery(FULL_KEY, "PUT", url, {}, caller.nowMs));
    const before = caller.product().modifiedMs;
    caller.nowMs += 5000;
    const init = {
      method: "PUT",
      headers: { "content-type": "text/plain" },
      body: '{"regular_price":"1.00"}',
    };
    expect((await fetch(`${url.href}?${query}`, init)).status).toBe(200);
    expect(caller.product()).toMatchObject({ regular: "10.00" });
    expect(caller.product().modifiedMs).not.toBe(before);
  });
});
