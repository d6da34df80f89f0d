import { describe, expect, it } from "vitest";
import {
  multipleVatRatesNotice,
  type PriceSettingsBySource,
  pricingMismatches,
  settlePricing,
} from "@/server/domain/pricing/shop-pricing";

const german = { currency: "EUR", pricesIncludeVat: true, vatRate: "0.19" };
const facts = (over: Partial<PriceSettingsBySource> = {}): PriceSettingsBySource => ({
  workspace: german,
  policy: { ...german, version: 3 },
  store: { currency: "EUR", pricesIncludeVat: true, vatRates: ["0.19", "0.07"] },
  foreignCurrency: null,
  ...over,
});
const parts = (over: Partial<PriceSettingsBySource>) =>
  pricingMismatches(facts(over)).map(({ part }) => part);

describe("what is said of a shop's prices", () => {
  it("contradicts nothing where it agrees, however a rate is written, or where nothing is said", () => {
    expect(parts({})).toEqual([]);
    expect(parts({ policy: { ...german, vatRate: "0.190", version: 3 } })).toEqual([]);
    expect(parts({ store: null })).toEqual([]);
    expect(parts({ store: { currency: null, pricesIncludeVat: null, vatRates: null } })).toEqual([]);
  });

  it("contradicts where store, catalog or policy say otherwise", () => {
    expect(parts({ store: { currency: "USD", pricesIncludeVat: null, vatRates: null } })).toEqual([
      "currency",
    ]);
    expect(parts({ store: { currency: "EUR", pricesIncludeVat: false, vatRates: null } })).toEqual(["vat"]);
    expect(parts({ store: { currency: "EUR", pricesIncludeVat: true, vatRates: ["0.2"] } })).toEqual(["vat"]);
    expect(parts({ foreignCurrency: "USD" })).toEqual(["currency"]);
    expect(parts({ policy: { ...german, currency: "USD", pricesIncludeVat: false, version: 3 } })).toEqual([
      "currency",
      "vat",
    ]);
  });

  it("is taken from the store until somebody confirmed the workspace's own", () => {
    const fresh = { currency: "EUR", pricesIncludeVat: false, vatRate: "0", confirmed: false };
    const us = { currency: "USD", pricesIncludeVat: false, vatRates: null };
    const de = { currency: "EUR", pricesIncludeVat: true, vatRates: ["0.19", "0.07"] };
    expect(settlePricing(fresh, {}, us).pricing).toEqual({
      currency: "USD",
      pricesIncludeVat: false,
      vatRate: "0",
    });
    expect(settlePricing(fresh, {}, de).pricing).toEqual(german);
    expect(settlePricing(fresh, {}, { ...de, vatRates: null }).rateMissing).toBe(true);
    expect(settlePricing({ ...german, confirmed: true }, {}, us).pricing).toEqual(german);
    expect(settlePricing({ ...german, confirmed: true }, { vatRate: "0.2" }, null).pricing.vatRate).toBe(
      "0.2",
    );
  });

  it("tells of a store's other rates, since one goes for all items", () => {
    const store = { currency: "EUR", pricesIncludeVat: true, vatRates: ["0.19", "0.07"] };
    expect(multipleVatRatesNotice(store, german)).toContain("7 %");
    expect(multipleVatRatesNotice({ ...store, vatRates: ["0.19"] }, german)).toBeNull();
  });
});
