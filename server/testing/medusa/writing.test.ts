import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type MedusaClient, openClient } from "./client";
import { addVariant } from "./seed";

let client: MedusaClient;
beforeEach(async () => {
  client = await openClient();
});
afterEach(() => client.standIn.stop());

/** The variant's prices as a write with ids sends them. */
const rows = () =>
  client.variant.rows.map(({ id, amount, currency }) => ({
    id,
    amount: Number(amount),
    currency_code: currency,
  }));
const withoutIds = () => rows().map(({ id: _id, ...row }) => row);
const idOf = (currency: string) => client.variant.rows.find((row) => row.currency === currency)?.id;

describe("prices are the whole desired set", () => {
  it("all with ids: the one with another amount is changed", async () => {
    await client.post({
      prices: rows().map((row) => (row.currency_code === "eur" ? { ...row, amount: 12 } : row)),
    });
    expect(client.changes()).toEqual(["price.update eur"]);
    expect(client.sold()).toEqual(["eur 12", "usd 11.00"]);
  });

  it("all with ids and nothing changed: no price changes, and the variant's date moves", async () => {
    client.variant.updatedMs = 0;
    await client.post({ prices: rows() });
    expect(client.changes()).toEqual([]);
    expect(client.variant.updatedMs).toBeGreaterThan(0);
  });

  it("one left out is deleted", async () => {
    await client.post({ prices: rows().filter(({ currency_code }) => currency_code === "usd") });
    expect(client.changes()).toEqual(["price.delete eur"]);
  });

  it("none: all are deleted", async () => {
    await client.post({ prices: [] });
    expect(client.sold()).toEqual([]);
  });

  it("are all deleted and created anew where they have no ids", async () => {
    const before = [idOf("eur"), idOf("usd")];
    await client.post({ prices: withoutIds() });
    expect(client.changes()).toEqual([
      "price.delete eur",
      "price.delete usd",
      "price.insert eur",
      "price.insert usd",
    ]);
    expect(before).not.toContain(idOf("eur"));
  });

  it("a second one for the same buyers without an id replaces the first", async () => {
    await client.post({ prices: [...rows(), { amount: 9, currency_code: "eur" }] });
    expect(client.sold()).toEqual(["eur 9", "usd 11.00"]);
  });

  it("the id of another variant's is ignored, and that one stays", async () => {
    const other = addVariant(client.shop, { prices: { eur: "50.00" } });
    await client.post({ prices: [...rows(), { id: other.rows[0]?.id, amount: 1, currency_code: "eur" }] });
    expect(client.sold()).toEqual(["eur 10.00", "usd 11.00"]);
    expect(other.rows[0]?.amount).toBe("50.00");
  });

  it("an id that nobody has becomes a new price with that id", async () => {
    await client.post({
      prices: [
        { id: "price_nope", amount: 9, currency_code: "eur" },
        ...rows().filter((row) => row.currency_code === "usd"),
      ],
    });
    expect(idOf("eur")).toBe("price_nope");
    expect(client.changes()).toEqual(["price.delete eur", "price.insert eur"]);
  });

  it("a code in capitals replaces the price in small letters", async () => {
    await client.post({ prices: [{ amount: 9, currency_code: "EUR" }] });
    expect(client.sold()).toEqual(["eur 9"]);
  });

  it("a region's price sent without its condition and the price for everybody are one to the server", async () => {
    const [first] = client.variant.rows.map((row) => ({ ...row, id: "price_eu" }));
    if (first) client.variant.rows.push({ ...first, rules: { region_id: "reg_eu" } });
    await client.post({ prices: rows() });
    expect(client.variant.rows).toHaveLength(2);
  });
});

describe("what is stored", () => {
  it.each([-1, 0, 31.019, 12.345678901234, 999999999999.99, 1e21])("the amount %d is", async (amount) => {
    const sent = rows().map((row) => (row.currency_code === "eur" ? { ...row, amount } : row));
    expect((await client.post({ prices: sent })).status).toBe(200);
    expect(client.sold()[0]).toBe(`eur ${amount}`);
  });

  it.each(["chf", "xyz", ""])(
    "a price in %j is, though the shop does not sell in it",
    async (currency_code) => {
      await client.post({ prices: [...rows(), { amount: 9, currency_code }] });
      expect(client.sold()).toContain(`${currency_code} 9`);
    },
  );

  it.each(["12.50", "12,34", "", null, true])(
    "the amount %j is refused, with a text that misleads",
    async (amount) => {
      const { status, body } = await client.post({
        prices: [{ id: idOf("eur"), amount, currency_code: "eur" }],
      });
      expect([status, body]).toEqual([
        400,
        { type: "invalid_data", message: "Invalid request: Field 'prices, 0, amount' is required" },
      ]);
      expect(client.changes()).toEqual([]);
    },
  );

  it("metadata is merged, and an empty text removes its key", async () => {
    await client.post({ metadata: { a: "1", b: "2" } });
    await client.post({ metadata: { b: "", c: "3" } });
    expect(client.variant.metadata).toEqual({ a: "1", c: "3" });
  });

  it("write key first: a server that dies in between keeps it beside the former price", async () => {
    client.shop.crashes.push("after_marker");
    const prices = rows().map((row) => ({ ...row, amount: 12 }));
    await expect(client.post({ prices, metadata: { pricecheck_write_key: "w-1" } })).rejects.toThrow();
    expect(client.variant.metadata).toEqual({ pricecheck_write_key: "w-1" });
    expect(client.sold()).toEqual(["eur 10.00", "usd 11.00"]);
  });
});

it("a batch of products deletes the variants that it leaves out", async () => {
  const other = addVariant(client.shop, { prices: { eur: "50.00" } });
  expect(other.productId).toBe(client.variant.productId);
  const update = [{ id: other.productId, variants: [{ id: other.id, title: "x" }] }];
  expect((await client.ask("POST", "/admin/products/batch", { update })).status).toBe(200);
  expect([...client.shop.variants.keys()]).toEqual([other.id]);
});
