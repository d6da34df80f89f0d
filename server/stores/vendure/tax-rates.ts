import { z } from "zod";
import { StoreError } from "@/server/stores/port";
import { runAsAdministrator, type VendureConnection } from "@/server/stores/vendure/session";

const RATES = `query Rates {
  activeChannel { defaultTaxZone { id } }
  taxRates(options: { take: 100, filter: { enabled: { eq: true } } }) {
    items { value zone { id } category { isDefault } customerGroup { id } }
  }
}`;

const byId = z.object({ id: z.union([z.string(), z.number()]).transform(String) });
const answerShape = z.object({
  activeChannel: z.object({ defaultTaxZone: byId.nullable() }),
  taxRates: z.object({
    items: z.array(
      z.object({
        value: z.number().min(0).max(1000),
        zone: byId,
        category: z.object({ isDefault: z.boolean() }),
        customerGroup: byId.nullish(),
      }),
    ),
  }),
});

/**
 * Returns the rates that the channel's prices include: those of its default tax zone that apply to all customers,
 * each once, the default category's first, as fractions. Null if the sign-in may not read them, or the zone has none.
 * @throws StoreError
 */
export async function readTaxRates(connection: VendureConnection): Promise<string[] | null> {
  const response = await runAsAdministrator(connection, { query: RATES, access: "read" }, answerShape).catch(
    (error: unknown) => {
      // Reading taxes is a separate permission that a sync does not need.
      if (error instanceof StoreError && error.reason === "unauthorized") return null;
      throw error;
    },
  );
  const zone = response?.activeChannel.defaultTaxZone?.id;
  if (!response || zone === undefined) return null;
  const rates = response.taxRates.items
    .filter((rate) => rate.zone.id === zone && !rate.customerGroup)
    .sort((a, b) => Number(b.category.isDefault) - Number(a.category.isDefault));
  const fractions = [...new Set(rates.map(({ value }) => fractionOf(value)))];
  return fractions.length === 0 ? null : fractions;
}

/** Vendure stores a rate as a percentage with two decimals: 7.7 is "0.077". */
const fractionOf = (percent: number): string =>
  (Math.round(percent * 100) / 10_000).toFixed(4).replace(/\.?0+$/, "");
