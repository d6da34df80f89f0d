import { z } from "zod";
import { fractionOfPercent } from "@/server/stores/decimal";
import { StoreError } from "@/server/stores/port";
import { callWoo, type WooConnection } from "@/server/stores/woocommerce/rest";
import { readSetting } from "@/server/stores/woocommerce/shop";

const MAX_RATES = 100;
const STANDARD = "standard";

const rateShape = z.object({
  country: z.string(),
  state: z.string(),
  rate: z.string().regex(/^\d{1,3}(\.\d{1,6})?$/),
  class: z.string(),
  postcodes: z.array(z.unknown()).default([]),
  cities: z.array(z.unknown()).default([]),
});
type Rate = z.output<typeof rateShape>;

/** Whether the shop's prices include tax; null where it calculates no taxes or does not say. @throws StoreError */
export async function readTaxInclusion(connection: WooConnection): Promise<boolean | null> {
  const [calculates, includes] = await Promise.all([
    readSetting(connection, "general/woocommerce_calc_taxes"),
    readSetting(connection, "tax/woocommerce_prices_include_tax"),
  ]);
  return calculates === "no" || includes === null ? null : includes === "yes";
}

/**
 * Returns the rates that the shop's prices include: those of the shop's own country, each once, the standard class's
 * first, as fractions. Rates of single states, cities and postcodes count only where they are the shop's own state's.
 * Null if there is none, or the key may not read them.
 * @throws StoreError
 */
export async function readTaxRates(connection: WooConnection): Promise<string[] | null> {
  const home = await readSetting(connection, "general/woocommerce_default_country");
  const [country, state = ""] = home?.split(":") ?? [];
  if (!country) return null;
  const query = { per_page: String(MAX_RATES), orderby: "order", order: "asc" };
  const call = { method: "GET", path: "/taxes", query, access: "read" } as const;
  const answer = await callWoo(connection, call, z.array(rateShape)).catch((error: unknown) => {
    // Taxes are a separate right that a sync does not need.
    if (error instanceof StoreError && ["unauthorized", "rejected"].includes(error.reason)) return null;
    throw error;
  });
  const applies = (rate: Rate) =>
    ["", country].includes(rate.country) &&
    ["", state].includes(rate.state) &&
    rate.postcodes.length + rate.cities.length === 0;
  const rates = (answer?.data ?? [])
    .filter(applies)
    .sort((a, b) => Number(b.class === STANDARD) - Number(a.class === STANDARD));
  const known = rates.map(({ rate }) => fractionOfPercent(rate)).filter((fraction) => fraction !== null);
  const fractions = [...new Set(known)];
  return fractions.length === 0 ? null : fractions;
}
