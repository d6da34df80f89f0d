import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type MedusaClient, openClient } from "./client";
import { addPriceList, addVariant } from "./seed";
import { MERCHANT, SECRET_KEY } from "./shop";

let client: MedusaClient;
beforeEach(async () => {
  client = await openClient();
});
afterEach(() => client.standIn.stop());

const LIST = "/admin/product-variants";
const idsOf = async (query: string) => {
  const { body } = await client.ask("GET", `${LIST}?${query}`);
  return (body["variants"] as { id: string }[]).map(({ id }) => id);
};

describe("signing in", () => {
  const answer = async (authorization: string, path = LIST) => {
    const { status, body } = await client.ask("GET", path, undefined, authorization ? { authorization } : {});
    return [status, body["message"]];
  };

  it("a secret key is the user name of Basic, with or without a colon, or as it is", async () => {
    for (const text of [`${SECRET_KEY}:`, SECRET_KEY])
      expect((await answer(`Basic ${Buffer.from(text).toString("base64")}`))[0]).toBe(200);
    expect((await answer(`Basic ${SECRET_KEY}`))[0]).toBe(200);
  });

  it("a missing, an unknown and a revoked key are answered alike; one sent as a token is explained", async () => {
    const nobody = `Basic ${Buffer.from("sk_nobody:").toString("base64")}`;
    for (const each of ["", nobody]) expect(await answer(each)).toEqual([401, "Unauthorized"]);
    expect(await answer(`Bearer ${SECRET_KEY}`)).toEqual([401, expect.stringContaining("Basic")]);
    client.shop.keys.clear();
    expect(await answer(`Basic ${SECRET_KEY}`)).toEqual([401, "Unauthorized"]);
  });

  it("a password gives a token, and a token the cookie of a session", async () => {
    const { body } = await client.ask("POST", "/auth/user/emailpass", MERCHANT, {});
    const authorization = `Bearer ${String(body["token"])}`;
    expect((await answer(authorization))[0]).toBe(200);
    const { headers } = await client.ask("POST", "/auth/session", {}, { authorization });
    const cookie = headers.get("set-cookie") ?? "";
    expect((await client.ask("GET", LIST, undefined, { cookie })).status).toBe(200);
    const wrong = await client.ask("POST", "/auth/user/emailpass", { ...MERCHANT, password: "x" }, {});
    expect([wrong.status, wrong.body["message"]]).toEqual([401, "Invalid email or password"]);
  });
});

describe("errors", () => {
  it.each([
    ["GET", `${LIST}?nonsense=1`, undefined, 400, "Invalid request: Unrecognized fields: 'nonsense'"],
    [
      "GET",
      `${LIST}?product_id=prod_1`,
      undefined,
      400,
      "Invalid request: Unrecognized fields: 'product_id'",
    ],
    ["POST", "VARIANT", { nonsense: 1 }, 400, "Invalid request: Unrecognized fields: 'nonsense'"],
    ["GET", "/admin/products/prod_nope", undefined, 404, "Product not found"],
    ["GET", `${LIST}?limit=-1`, undefined, 500, "An unknown error occurred."],
  ])("%s %s %j", async (method, path, body, status, message) => {
    const answer = await client.ask(method, path === "VARIANT" ? client.path : path, body);
    expect([answer.status, answer.body["message"]]).toEqual([status, message]);
  });

  it("a body that is no JSON, or is not called so, is refused", async () => {
    expect((await client.post('{"prices":')).body["type"]).toBe("invalid_data");
    const { authorization } = { authorization: `Basic ${SECRET_KEY}` };
    const text = await client.ask("POST", client.path, "{}", { authorization, "content-type": "text/plain" });
    expect(text.status).toBe(400);
  });

  it("an unknown variant answers 200: with nothing to a read, with the product to a write", async () => {
    const path = client.path.replace(/variant_.*/, "variant_nope");
    expect(await client.ask("GET", path)).toMatchObject({ status: 200, body: {} });
    const written = await client.ask("POST", path, { metadata: { a: "1" } });
    expect(written).toMatchObject({ status: 200, body: { product: { id: client.variant.productId } } });
    expect(client.shop.events).toEqual([]);
  });

  it("a variant below a product that is not there is an unknown error to a write", async () => {
    const path = client.path.replace(/prod_[^/]*/, "prod_nope");
    expect((await client.ask("POST", path, {})).status).toBe(500);
  });

  it.each([
    ["PUT", "VARIANT"],
    ["GET", "/admin/product-variants/variant_1"],
    ["GET", "/admin/nonsense"],
  ])("%s %s is a page", async (method, path) => {
    const answer = await client.ask(method, path === "VARIANT" ? client.path : path);
    expect(answer.status).toBe(404);
    expect(answer.text).toContain("<html");
  });
});

describe("reading", () => {
  it("a page has fifty rows, or as many as are asked for, and the true count", async () => {
    for (let n = 0; n < 60; n += 1) addVariant(client.shop, { prices: {} });
    expect(await idsOf("order=id")).toHaveLength(50);
    expect(await idsOf("limit=100000")).toHaveLength(61);
    const past = await client.ask("GET", `${LIST}?offset=100`);
    expect(past.body).toEqual({ variants: [], count: 61, offset: 100, limit: 50 });
  });

  it("filters by date to the millisecond, and not by a time that cannot be read", async () => {
    const at = Date.UTC(2026, 10, 22, 2, 0, 0, 500);
    client.variant.updatedMs = at;
    const since = (operator: string, ms: number) =>
      `updated_at[${operator}]=${new Date(at + ms).toISOString()}`;
    expect(await idsOf(since("$gte", 0))).toHaveLength(1);
    expect(await idsOf(since("$gt", 0))).toHaveLength(0);
    expect(await idsOf(since("$gt", -1))).toHaveLength(1);
    expect(await idsOf("updated_at[$gt]=garbage")).toHaveLength(1);
  });

  it("the conditions of a price are shown only where they are asked for", async () => {
    const { rows: stored } = client.variant;
    stored.splice(0, 1, ...stored.slice(0, 1).map((row) => ({ ...row, rules: { region_id: "reg_eu" } })));
    const rules = async (fields: string) => {
      const { body } = await client.ask("GET", `${client.path}${fields}`);
      return (body["variant"] as { prices: { rules: unknown }[] }).prices.map((price) => price.rules);
    };
    expect(await rules("?fields=id,*prices")).toEqual([{}, {}]);
    const conditions = "prices.price_rules.attribute,prices.price_rules.value";
    expect(await rules(`?fields=id,*prices,${conditions}`)).toEqual([{ region_id: "reg_eu" }, {}]);
    expect(await rules("")).toEqual([{ region_id: "reg_eu" }, {}]);
  });

  it("stock is shown where it is counted", async () => {
    const shown = async () =>
      (await client.ask("GET", `${LIST}?fields=id,+inventory_quantity`)).body["variants"];
    expect(await shown()).toEqual([{ id: client.variant.id }]);
    Object.assign(client.variant, { managesInventory: true, stock: 3 });
    expect(await shown()).toEqual([{ id: client.variant.id, inventory_quantity: 3 }]);
  });

  it("a price list is not among a variant's prices, and moves no date of it", async () => {
    const before = client.variant.updatedMs;
    const list = addPriceList(client.shop, { [client.variant.id]: "1.23" });
    const { body } = await client.ask("GET", client.path);
    expect(JSON.stringify(body)).not.toContain("1.23");
    expect(client.variant.updatedMs).toBe(before);
    const prices = await client.ask("GET", `/admin/price-lists/${list.id}/prices`);
    expect(prices.body).toMatchObject({
      prices: [{ amount: 1.23, price_set: { variant: { id: client.variant.id } } }],
    });
  });
});
