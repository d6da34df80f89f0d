import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { editAsMerchant } from "@/server/testing/medusa/bench";
import { saveVariant } from "@/server/testing/medusa/save";
import { openSoldVariant, type SoldVariant } from "@/server/testing/medusa/sold-variant";

let shop: SoldVariant;
beforeEach(async () => {
  shop = await openSoldVariant();
});
afterEach(() => shop.standIn.stop());
const definite = (reason: string) => ({ reason, certainty: "definite" });

describe("a write", () => {
  it("sends every price of the variant with its id, so that one changes and the other currency stays", async () => {
    const ids = shop.variant.rows.map(({ id }) => id).sort();
    await shop.write(4401n);
    expect(shop.changes()).toEqual(["price.update eur 44.01"]);
    expect(shop.sold()).toEqual(["eur 44.01", "usd 35.55"]);
    expect(shop.variant.rows.map(({ id }) => id).sort()).toEqual(ids);
  });

  it("prices of regions and of quantities stay as they are, with their conditions", async () => {
    shop.addRow({ rules: { region_id: "reg_eu" } });
    shop.addRow({ amount: "25.00", minQuantity: "10", maxQuantity: "99" });
    shop.addRow({ amount: "26.00", minQuantity: "5" });
    const before = shop.variant.rows
      .filter(({ amount }) => amount !== "30.00")
      .map((row) => JSON.stringify(row));
    await shop.write(4400n);
    expect(shop.changes()).toEqual(["price.update eur 44"]);
    expect(shop.variant.rows.map((row) => JSON.stringify(row))).toEqual(expect.arrayContaining(before));
    expect(await shop.read()).toMatchObject({ price: 4400n, shopperPrice: 4400n, complete: true });
  });

  it("the same price again changes no row", async () => {
    await shop.write(3000n);
    expect(shop.changes()).toEqual([]);
  });

  it("goes by the variant's own path, never by a batch", async () => {
    await shop.write(4400n);
    expect(shop.posts()).toEqual([
      expect.stringContaining(`/products/${shop.variant.productId}/variants/${shop.variant.id}?`),
    ]);
  });

  it("has amounts as they are written, and nothing beside prices and write key", async () => {
    shop.addRow({ amount: "12.345678901234", rules: { region_id: "reg_eu" } });
    await shop.write(100000000000001n);
    const [, body = ""] = /variants\/\S+ (.*)$/.exec(shop.posts()[0] ?? "") ?? [];
    expect(body).toContain('"amount":1000000000000.01,');
    expect(body).toContain('"amount":12.345678901234,');
    expect(Object.keys(JSON.parse(body))).toEqual(["prices", "metadata"]);
  });
});

describe("200 proves nothing", () => {
  it("a variant that is not there is not found, by read and by write", async () => {
    for (const missing of [
      `${shop.variant.productId}/variant_nope`,
      `prod_nope/${shop.variant.id}`,
      "variant_nope",
      "../x/y",
    ]) {
      await expect(shop.read(missing)).rejects.toMatchObject(definite("not_found"));
      await expect(shop.write(4400n, {}, missing)).rejects.toMatchObject(definite("not_found"));
    }
    expect(shop.posts()).toEqual([]);
  });

  it("a variant that disappears while it is written leaves the outcome unknown", async () => {
    shop.standIn.shop.beforeAnswer = ({ id }) => {
      shop.standIn.shop.variants.delete(id);
    };
    await expect(shop.write(4400n)).rejects.toMatchObject({ reason: "bad_answer", certainty: "unknown" });
  });

  it("the answer is compared price by price: another writer's leaves the outcome unknown", async () => {
    shop.standIn.shop.beforeAnswer = (written) => {
      shop.standIn.shop.beforeAnswer = null;
      saveVariant(shop.standIn.shop, written, {
        prices: written.rows
          .filter(({ currency }) => currency === "eur")
          .map(({ id, amount }) => ({ id, amount: Number(amount), currency_code: "eur" })),
      });
    };
    await expect(shop.write(4400n)).rejects.toMatchObject({ reason: "bad_answer", certainty: "unknown" });
  });
});

describe("applied means write key and price", () => {
  it("a server that dies between them leaves the key beside the former price, and the same request completes it", async () => {
    shop.standIn.shop.crashes.push("after_marker");
    await expect(shop.write(4400n)).rejects.toMatchObject({ certainty: "unknown" });
    expect(await shop.read()).toMatchObject({
      price: 3000n,
      shopperPrice: 3000n,
      writeKey: "wbk_1",
      complete: true,
    });
    await shop.write(4400n, { completes: true, expected: 3000n });
    expect(await shop.read()).toMatchObject({ price: 4400n, writeKey: "wbk_1", complete: true });
    expect(shop.changes()).toEqual(["price.update eur 44"]);
  });

  it("the lowest of two prices that concurrent writers left is charged, and it is not complete", async () => {
    shop.addRow({ amount: "29.00" });
    expect(await shop.read()).toMatchObject({ price: 2900n, shopperPrice: 2900n, complete: false });
    shop.addRow({ amount: "31.00" });
    expect(await shop.read()).toMatchObject({ price: 2900n, complete: false });
  });

  it("a price for one piece that is also one of a quantity counts as a price for everybody", async () => {
    shop.addRow({ amount: "20.00", minQuantity: "1" });
    shop.addRow({ amount: "10.00", minQuantity: "2" });
    expect(await shop.read()).toMatchObject({ price: 2000n, complete: false });
  });
});

describe("one write in flight for each variant", () => {
  it("a price that changed since it was read is not overwritten, and the caller reads again", async () => {
    editAsMerchant(shop.standIn.shop, shop.ref, "33.00");
    await expect(shop.write(4400n, { expected: 3000n })).rejects.toMatchObject(definite("bad_answer"));
    await expect(shop.write(4400n, { expected: 3000n, completes: true })).rejects.toMatchObject(
      definite("bad_answer"),
    );
    expect(shop.posts()).toEqual([]);
    expect(shop.sold()).toEqual(["eur 33", "usd 35.55"]);
  });

  it("the write key is merged into the metadata, which otherwise stays", async () => {
    shop.variant.metadata = { cost: "12.00", colour: "green" };
    await shop.write(4400n);
    await shop.write(4500n, { writeKey: "wbk_2" });
    expect(shop.variant.metadata).toEqual({ cost: "12.00", colour: "green", pricecheck_write_key: "wbk_2" });
  });
});
