import { credentialsOf } from "@/server/stores/credentials";
import { fingerprintOf } from "@/server/stores/fingerprint";
import {
  type StoreConnection,
  type StoreConnector,
  type StoreIdentity,
  type StorePricing,
} from "@/server/stores/port";
import { vendureCredentials, vendureDeclaration } from "@/server/stores/vendure/declaration";
import { readVendurePrice, writeVendurePrice } from "@/server/stores/vendure/prices";
import type { VendureConnection } from "@/server/stores/vendure/session";
import {
  loadShop,
  requireVariantPermission,
  requireWriteKeyField,
  type VendureShop,
} from "@/server/stores/vendure/shop";
import { readTaxRates } from "@/server/stores/vendure/tax-rates";
import { listVendureVariants } from "@/server/stores/vendure/variants";

/** Vendure, by its Admin API: the connection's URL is that API's, e.g. `https://shop.example/admin-api`. */
export const vendure: StoreConnector<"vendure"> = {
  ...vendureDeclaration,
  refForSku: null,
  test: async (connection) => identify(withCredentials(connection)),
  readPricing: async (connection) => pricingOf(withCredentials(connection)),
  listVariants: async (connection, request) => listVendureVariants(withCredentials(connection), request),
  readPrice: async (connection, ref) => readVendurePrice(withCredentials(connection), ref),
  writePrice: async (connection, ref, request) =>
    writeVendurePrice(withCredentials(connection), ref, request),
};

const withCredentials = (connection: StoreConnection): VendureConnection => ({
  ...connection,
  vendure: credentialsOf(connection, vendureCredentials, vendureDeclaration),
});

async function pricingOf(connection: VendureConnection, known?: VendureShop): Promise<StorePricing> {
  const { currency, pricesIncludeTax } = known ?? (await loadShop(connection));
  return { currency, pricesIncludeTax, taxRates: pricesIncludeTax ? await readTaxRates(connection) : null };
}

/** Vendure's code of the channel that every store starts with; it is not meant for display. */
const DEFAULT_CHANNEL = "__default_channel__";

async function identify(connection: VendureConnection): Promise<StoreIdentity> {
  const shop = await loadShop(connection);
  requireWriteKeyField(shop, connection);
  await requireVariantPermission(connection);
  return {
    name: shop.channel === DEFAULT_CHANNEL ? new URL(connection.url).host : shop.channel,
    channel: shop.channelId,
    fingerprint: fingerprintOf("vendure", shop.channelToken),
    ...(await pricingOf(connection, shop)),
    notices: noticesOf(shop, connection),
  };
}

function noticesOf(shop: VendureShop, { vendure }: VendureConnection): string[] {
  const { currency, defaultCurrency, fields } = shop;
  if (currency !== defaultCurrency)
    return [
      `The store keeps costs and compare-at prices in ${defaultCurrency}: in ${currency} they stay unknown unless imported.`,
    ];
  const missing = (name: string, loss: string) =>
    `The store has no whole-number field "${name}" on ProductVariant: ${loss}`;
  return [
    ...(fields.cost === null ? [missing(vendure.costField, "costs stay unknown unless imported.")] : []),
    ...(fields.compareAt === null
      ? [missing(vendure.compareAtField, "compare-at prices stay unknown.")]
      : []),
  ];
}
