import { afterEach, describe, expect, it } from "vitest";
import { medusa } from "@/server/stores/medusa/connector";
import { refOf } from "@/server/stores/medusa/variant-place";
import type { StoreConnection } from "@/server/stores/port";
import { loopbackConnection } from "@/server/testing/loopback-connection";
import { addVariant } from "@/server/testing/medusa/seed";
import { MERCHANT, SECRET_KEY, type ShopSettings } from "@/server/testing/medusa/shop";
import { type MedusaStandIn, startMedusaStandIn } from "@/server/testing/medusa/stand-in";

let standIn: MedusaStandIn;
let connection: StoreConnection;
let ref: string;
afterEach(() => standIn.stop());

async function open(settings: Partial<ShopSettings> = {}): Promise<void> {
  standIn = await startMedusaStandIn(settings);
  const { productId, id } = addVariant(standIn.shop, { prices: { eur: "30.00" }, metadata: { cost: "9" } });
  ref = refOf(productId, id);
  connection = loopbackConnection(standIn.url, { apiKey: SECRET_KEY, costKey: "cost" });
}

const test = (over: Partial<StoreConnection> = {}) => medusa.test({ ...connection, ...over });
const person = (password = MERCHANT.password) => ({ ...MERCHANT, password, costKey: "cost" });
const signIns = () => standIn.requests.filter((request) => request.includes("/auth/")).length;

describe("signing in", () => {
  it("tells name, currency and tax, and changes nothing", async () => {
    await open();
    expect(await test()).toMatchObject({
      name: "A shop of tests",
      currency: "EUR",
      pricesIncludeTax: true,
      taxRates: ["0.19", "0.07"],
      notices: [],
    });
    expect(standIn.shop.events).toEqual([]);
  });

  it("knows the same shop again by any address that leads to it", async () => {
    await open();
    const { fingerprint } = await test();
    for (const path of ["/", "/admin", "/app/"])
      expect((await test({ url: `${standIn.url}${path}` })).fingerprint).toBe(fingerprint);
  });

  it("a key is sent by Basic, and one that was revoked is refused at once", async () => {
    await open();
    await test();
    standIn.shop.keys.clear();
    await expect(medusa.readPrice(connection, ref)).rejects.toMatchObject({
      reason: "unauthorized",
      certainty: "definite",
      message: expect.stringContaining("wrong or was revoked"),
    });
  });

  it("a person signs in once, and again when the session has ended", async () => {
    await open();
    connection = { ...connection, credentials: person() };
    await test();
    await medusa.readPrice(connection, ref);
    expect(signIns()).toBe(1);
    standIn.shop.sessions.clear();
    await medusa.writePrice(connection, ref, { target: 4400n, currency: "EUR", writeKey: "wbk_1" });
    expect(signIns()).toBe(2);
    expect(await medusa.readPrice(connection, ref)).toMatchObject({ price: 4400n });
  });

  it("a session that ends just before a write leaves is told, and the write is not sent again", async () => {
    await open();
    connection = { ...connection, credentials: person() };
    const { sessions } = standIn.shop;
    await medusa.readPrice(connection, ref);
    const has = sessions.has.bind(sessions);
    let asked = 0;
    sessions.has = (token) => {
      asked += 1;
      return asked === 1 && has(token);
    };
    const write = medusa.writePrice(connection, ref, { target: 4400n, currency: "EUR", writeKey: "wbk_1" });
    await expect(write).rejects.toMatchObject({ reason: "unauthorized", certainty: "definite" });
    expect(standIn.requests.filter((request) => request.includes('"prices":['))).toHaveLength(1);
  });

  it("says what the shop says of a wrong password", async () => {
    await open();
    await expect(test({ credentials: person("wrong") })).rejects.toMatchObject({
      reason: "unauthorized",
      message: "The shop refused the sign-in: Invalid email or password",
    });
  });

  it("says where there is no server, or one that is too old to show its sales", async () => {
    await open();
    const message = expect.stringContaining("no Medusa server of version 2.12.3 or newer at this address.");
    await expect(test({ url: `${standIn.url}/elsewhere` })).rejects.toMatchObject({
      reason: "bad_answer",
      message,
    });
    standIn.shop.settings.hasListPrices = false;
    await expect(test()).rejects.toMatchObject({ reason: "bad_answer", message });
  });

  it("notes that costs stay unknown where no variant has one", async () => {
    await open();
    for (const variant of standIn.shop.variants.values()) variant.metadata = {};
    expect((await test()).notices).toEqual([expect.stringContaining('"cost": costs stay unknown')]);
  });
});

describe("tax", () => {
  const rates = async (settings: Partial<ShopSettings>, currency?: string) => {
    await open(settings);
    const credentials = { apiKey: SECRET_KEY, costKey: "cost", ...(currency ? { currency } : {}) };
    const { pricesIncludeTax, taxRates } = await medusa.readPricing({ ...connection, credentials });
    await standIn.stop();
    return [pricesIncludeTax, taxRates];
  };
  const regions = [
    { id: "reg_1", currency: "eur", countries: ["de", "at"] },
    { id: "reg_2", currency: "eur", countries: ["fr"] },
  ];

  it("is included by the preference of the currency, not of a region", async () => {
    expect(await rates({}, "USD")).toEqual([false, null]);
    const taxInclusive = [{ attribute: "region_id", value: "reg_eu" } as const];
    expect(await rates({ taxInclusive })).toEqual([false, null]);
  });

  it("has the rates of the countries of the currency, if they agree on the usual one", async () => {
    expect(await rates({ regions })).toEqual([true, null]);
    expect(await rates({ regions, defaultRegionId: "reg_1" })).toEqual([true, ["0.19", "0.07"]]);
    expect(await rates({ regions, defaultRegionId: "reg_2" })).toEqual([true, ["0.2"]]);
    expect(await rates({ taxRates: [] })).toEqual([true, null]);
  });
});
