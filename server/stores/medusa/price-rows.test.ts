import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { priceRow } from "@/server/testing/medusa/seed";
import { openSoldVariant, type SoldVariant } from "@/server/testing/medusa/sold-variant";

let shop: SoldVariant;
beforeEach(async () => {
  shop = await openSoldVariant();
});
afterEach(() => shop.standIn.stop());
const definite = (reason: string) => ({ reason, certainty: "definite" });

describe("a price set that cannot be sent without changing more than the price is refused before anything is sent", () => {
  const region = { rules: { region_id: "reg_eu" } };
  it.each<[string, ...Parameters<SoldVariant["addRow"]>[0][]]>([
    ["two prices for everybody", { amount: "30.00" }],
    ["a second price for everybody who buys one piece", { minQuantity: "1" }],
    ["two prices for one region", region, region],
    ["two dollar prices", { currency: "usd", amount: "36.00" }],
    ["a condition that is not shown in full", { rules: { item_total: "100" } }],
    ["an amount with more digits than a number holds", { minQuantity: "5", amount: "12345678.123456789" }],
  ])("%s", async (_name, ...rows) => {
    for (const row of rows) shop.addRow(row);
    await expect(shop.write(4400n)).rejects.toMatchObject(definite("rejected"));
    expect(shop.posts()).toEqual([]);
  });

  it("no price in the currency", async () => {
    shop.variant.rows = shop.variant.rows.filter(({ currency }) => currency !== "eur");
    await expect(shop.write(4400n)).rejects.toMatchObject(definite("rejected"));
    await expect(shop.read()).rejects.toMatchObject(definite("rejected"));
    expect(shop.sold()).toEqual(["usd 35.55"]);
  });

  it("a target that a number does not hold", async () => {
    await expect(shop.write(999_999_999_999_999n * 10n + 9n)).rejects.toMatchObject(definite("rejected"));
    expect(shop.posts()).toEqual([]);
  });
});

describe("amounts are exact", () => {
  it.each([
    ["9.01", 901n],
    ["0.1", 10n],
    ["9007199254740.99", 900719925474099n],
    ["0", 0n],
  ])("%s is %s minor units", async (amount, price) => {
    shop.variant.rows = [priceRow(shop.standIn.shop, { currency: "eur", amount })];
    expect(await shop.read()).toMatchObject({ price });
  });

  it.each(["31.019", "-1", "1e21", "12.345678901234"])("%s is no price that can be used", async (amount) => {
    shop.variant.rows = [priceRow(shop.standIn.shop, { currency: "eur", amount })];
    await expect(shop.read()).rejects.toMatchObject(definite("rejected"));
  });
});

describe("currencies", () => {
  const reopen = async (currency: string) => {
    await shop.standIn.stop();
    shop = await openSoldVariant({ currency });
  };

  it("another of the shop's currencies is read and written where the connection names it", async () => {
    await reopen("USD");
    await shop.write(4400n, { currency: "USD" });
    expect(await shop.read()).toMatchObject({ price: 4400n, currency: "USD" });
    expect(shop.sold()).toEqual(["eur 30.00", "usd 44"]);
    await expect(shop.write(4500n)).rejects.toMatchObject(definite("rejected"));
  });

  it("a currency that the shop does not sell in is refused", async () => {
    await reopen("CHF");
    await expect(shop.read()).rejects.toMatchObject(definite("rejected"));
  });
});
