import { z } from "zod";
import { fractionOfPercent } from "@/server/stores/decimal";
import type { MedusaConnection, Query } from "@/server/stores/medusa/admin-api";
import { askAdmin } from "@/server/stores/medusa/session";
import type { MedusaShop } from "@/server/stores/medusa/shop";

const ALL = { limit: "1000", order: "id" };

const preferences = z.object({ price_preferences: z.array(z.object({ is_tax_inclusive: z.boolean() })) });
const regionsShape = z.object({
  regions: z.array(
    z.object({
      id: z.string(),
      currency_code: z.string(),
      countries: z.array(z.object({ iso_2: z.string() })).default([]),
    }),
  ),
});
const taxRegionsShape = z.object({
  tax_regions: z.array(
    z.object({
      country_code: z.string().nullish(),
      province_code: z.string().nullish(),
      // A percentage; a text, as all numbers.
      tax_rates: z.array(z.object({ rate: z.string().nullish(), is_default: z.boolean() })).default([]),
    }),
  ),
});

/**
 * Whether the prices for everybody in the shop's currency include tax. It is a preference of the currency; those of
 * regions hold for the regions' own prices only, and without one prices are without tax.
 * @throws StoreError
 */
export async function readTaxInclusion(
  connection: MedusaConnection,
  { currency }: MedusaShop,
): Promise<boolean> {
  const filter = { attribute: "currency_code", value: currency.toLowerCase() };
  const { price_preferences } = await read(connection, "/admin/price-preferences", filter, preferences);
  return price_preferences.some(({ is_tax_inclusive }) => is_tax_inclusive);
}

/**
 * Returns the tax rates that the shop's prices include, as fractions, the usual one first: those of the countries of
 * the default region, or of all regions of the currency where they agree on the usual rate. Null if they do not, or
 * there is none.
 * @throws StoreError
 */
export async function readTaxRates(
  connection: MedusaConnection,
  { currency, defaultRegionId }: MedusaShop,
): Promise<string[] | null> {
  const filter = { currency_code: currency.toLowerCase() };
  const { regions } = await read(connection, "/admin/regions", filter, regionsShape);
  const usual = regions.filter(({ id }) => id === defaultRegionId);
  const sold = (usual.length > 0 ? usual : regions).flatMap(({ countries }) => countries);
  const codes = new Set(sold.map(({ iso_2 }) => iso_2.toLowerCase()));
  const { tax_regions } = await read(connection, "/admin/tax-regions", {}, taxRegionsShape);
  const rates = tax_regions
    .filter(
      ({ country_code, province_code }) => !province_code && codes.has(country_code?.toLowerCase() ?? ""),
    )
    .flatMap(({ tax_rates }) => tax_rates)
    .flatMap(({ rate, is_default }) => {
      const fraction = fractionOfPercent(rate ?? "");
      return fraction === null ? [] : [{ fraction, isDefault: is_default }];
    });
  const defaults = new Set(rates.filter(({ isDefault }) => isDefault).map(({ fraction }) => fraction));
  if (defaults.size !== 1) return null;
  return [...new Set([...defaults, ...rates.map(({ fraction }) => fraction)])];
}

const read = <T>(connection: MedusaConnection, path: string, filter: Query, shape: z.ZodType<T>) =>
  askAdmin(connection, { method: "GET", path, query: { ...ALL, ...filter }, access: "read" }, shape);
