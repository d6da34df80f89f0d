import { z } from "zod";
import { credentialsOf } from "@/server/stores/credentials";
import { fingerprintOf } from "@/server/stores/fingerprint";
import type { MedusaConnection } from "@/server/stores/medusa/admin-api";
import { medusaCredentials, medusaDeclaration } from "@/server/stores/medusa/declaration";
import { listMedusaVariants } from "@/server/stores/medusa/listing";
import { readListPrices } from "@/server/stores/medusa/price-lists";
import { readMedusaPrice, writeMedusaPrice } from "@/server/stores/medusa/prices";
import { askAdmin } from "@/server/stores/medusa/session";
import { loadShop, type MedusaShop } from "@/server/stores/medusa/shop";
import { readTaxInclusion, readTaxRates } from "@/server/stores/medusa/tax";
import type { StoreConnection, StoreConnector, StoreIdentity, StorePricing } from "@/server/stores/port";

/** Medusa 2, by its Admin API: the connection's URL is the server's address. */
export const medusa: StoreConnector<"medusa"> = {
  ...medusaDeclaration,
  refForSku: null,
  test: async (connection) => identify(withCredentials(connection)),
  readPricing: async (connection) => {
    const signedIn = withCredentials(connection);
    return pricingOf(signedIn, await loadShop(signedIn));
  },
  listVariants: async (connection, request) => listMedusaVariants(withCredentials(connection), request),
  readPrice: async (connection, ref) => readMedusaPrice(withCredentials(connection), ref),
  writePrice: async (connection, ref, request) => writeMedusaPrice(withCredentials(connection), ref, request),
};

/** Merchants also paste the address of the dashboard, or that of the Admin API itself. */
const withCredentials = (connection: StoreConnection): MedusaConnection => ({
  ...connection,
  url: connection.url.replace(/\/(admin|app)\/*$/, ""),
  medusa: credentialsOf(connection, medusaCredentials, medusaDeclaration),
});

async function pricingOf(connection: MedusaConnection, shop: MedusaShop): Promise<StorePricing> {
  const pricesIncludeTax = await readTaxInclusion(connection, shop);
  return {
    currency: shop.currency,
    pricesIncludeTax,
    taxRates: pricesIncludeTax ? await readTaxRates(connection, shop) : null,
  };
}

async function identify(connection: MedusaConnection): Promise<StoreIdentity> {
  const shop = await loadShop(connection);
  const pricing = await pricingOf(connection, shop);
  await requireListPrices(connection, shop);
  const { costKey } = connection.medusa;
  return {
    name: shop.name,
    channel: shop.id,
    fingerprint: fingerprintOf("medusa", shop.id),
    ...pricing,
    notices: (await hasCosts(connection))
      ? []
      : [`No variant has a cost under the metadata key "${costKey}": costs stay unknown unless imported.`],
  };
}

/**
 * Checks that the prices of price lists can be read, which older servers do not show apart from their lists. A list
 * that does not exist has none.
 * @throws StoreError
 */
async function requireListPrices(connection: MedusaConnection, { currency }: MedusaShop): Promise<void> {
  const call = { method: "GET", path: "/admin/price-lists/none/prices", access: "read" } as const;
  await askAdmin(connection, call, z.object({ prices: z.array(z.unknown()) }));
  await readListPrices(connection, currency, null);
}

const SAMPLE = "100";
const metadataOnly = z.object({
  variants: z.array(z.object({ metadata: z.record(z.string(), z.unknown()).nullish() })),
});

/** Whether one of the first variants has a cost. */
async function hasCosts(connection: MedusaConnection): Promise<boolean> {
  const query = { fields: "id,metadata", limit: SAMPLE, order: "id" };
  const call = { method: "GET", path: "/admin/product-variants", query, access: "read" } as const;
  const { variants } = await askAdmin(connection, call, metadataOnly);
  return variants.some(({ metadata }) => metadata?.[connection.medusa.costKey] !== undefined);
}
