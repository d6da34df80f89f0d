import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { medusa } from "@/server/stores/medusa/connector";
import { refOf } from "@/server/stores/medusa/variant-place";
import { loopbackConnection } from "@/server/testing/loopback-connection";
import { addPriceList, addVariant } from "@/server/testing/medusa/seed";
import { type ListRow, type PriceList, SECRET_KEY } from "@/server/testing/medusa/shop";
import { type MedusaStandIn, startMedusaStandIn } from "@/server/testing/medusa/stand-in";

const DAY_MS = 86_400_000;
const now = Math.floor(Date.now() / 1000) * 1000;
let standIn: MedusaStandIn;
let id: string;
let ref: string;
beforeEach(async () => {
  standIn = await startMedusaStandIn();
  const variant = addVariant(standIn.shop, { prices: { eur: "30.00", usd: "35.55" } });
  id = variant.id;
  ref = refOf(variant.productId, id);
});
afterEach(() => standIn.stop());

const connection = () => loopbackConnection(standIn.url, { apiKey: SECRET_KEY, costKey: "cost" });
const read = () => medusa.readPrice(connection(), ref);
const list = (amount: string, over: Partial<PriceList> = {}, row: Partial<ListRow> = {}) =>
  addPriceList(standIn.shop, { [id]: amount }, over, row);
const noSale = { price: 3000n, shopperPrice: 3000n, sale: null, compareAt: null, complete: true };

describe("a sale in a price list", () => {
  it("is what shoppers pay, with its times", async () => {
    list("20.00", { startsMs: now - DAY_MS, endsMs: now + DAY_MS });
    const sale = { price: 2000n, from: new Date(now - DAY_MS), until: new Date(now + DAY_MS) };
    expect(await read()).toMatchObject({ price: 3000n, shopperPrice: 2000n, sale, compareAt: null });
  });

  it("is what shoppers pay without times, and a price written beside it stays what is struck through", async () => {
    list("20.00");
    const sale = { price: 2000n, from: null, until: null };
    await medusa.writePrice(connection(), ref, { target: 3500n, currency: "EUR", writeKey: "wbk_1" });
    expect(await read()).toMatchObject({ price: 3500n, shopperPrice: 2000n, sale, writeKey: "wbk_1" });
    expect([...standIn.shop.priceLists.values()][0]?.prices[0]?.amount).toBe("20.00");
  });

  it("is the lowest of several running ones", async () => {
    list("20.00");
    list("19.00", { endsMs: now + DAY_MS });
    list("21.00");
    expect(await read()).toMatchObject({
      shopperPrice: 1900n,
      sale: { price: 1900n, until: new Date(now + DAY_MS) },
    });
  });

  it("one that has not begun is planned, the first one if there are several", async () => {
    list("18.00", { startsMs: now + 2 * DAY_MS });
    list("20.00", { startsMs: now + DAY_MS });
    expect(await read()).toMatchObject({
      shopperPrice: 3000n,
      sale: { price: 2000n, from: new Date(now + DAY_MS) },
    });
  });

  it("an override is what shoppers pay, above the base price too, and strikes nothing through", async () => {
    list("33.00", { type: "override" });
    expect(await read()).toMatchObject({ price: 3000n, shopperPrice: 3300n, sale: null });
    list("29.00");
    expect(await read()).toMatchObject({ shopperPrice: 2900n, sale: { price: 2900n } });
    list("28.00", { type: "override" });
    expect(await read()).toMatchObject({ shopperPrice: 2800n, sale: null });
  });

  it.each<[string, string, Partial<PriceList>, Partial<ListRow>]>([
    ["that is switched off", "20.00", { status: "draft" }, {}],
    ["that is over", "20.00", { endsMs: now - DAY_MS }, {}],
    ["for some customers only", "20.00", { rules: { "customer.groups.id": ["cusgroup_1"] } }, {}],
    ["for one region only", "20.00", {}, { rules: { region_id: "reg_eu" } }],
    ["for a quantity", "20.00", {}, { minQuantity: "5" }],
    ["in another currency", "20.00", {}, { currency: "usd" }],
    ["of something that is no variant", "20.00", {}, { variantId: null }],
    ["above the base price", "31.00", {}, {}],
  ])("a list %s is none", async (_name, amount, over, row) => {
    list(amount, over, row);
    expect(await read()).toMatchObject(noSale);
  });

  it("one with an amount finer than the currency makes the price unknown", async () => {
    list("20.005");
    await expect(read()).rejects.toMatchObject({ reason: "rejected", certainty: "definite" });
  });

  it("is found beyond the first page of lists and of prices", async () => {
    for (let n = 0; n < 1000; n += 1) addPriceList(standIn.shop, {}, { endsMs: now - DAY_MS });
    const others = Object.fromEntries(Array.from({ length: 1500 }, (_, n) => [`other_${n}`, "1.00"]));
    addPriceList(standIn.shop, { ...others, [id]: "20.00" });
    expect(await read()).toMatchObject({ shopperPrice: 2000n });
  });
});
