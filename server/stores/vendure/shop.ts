import { z } from "zod";
import { connectionKey, type Kept } from "@/server/stores/cache";
import { StoreError } from "@/server/stores/port";
import { runAsAdministrator, type VendureConnection } from "@/server/stores/vendure/session";

/** The facts about a store that are needed to query its variants. */
export type VendureShop = {
  readonly channel: string;
  readonly channelId: string;
  /** Selects the channel; Vendure generates one for each. */
  readonly channelToken: string;
  /** ISO 4217 code of the prices that the connection reads and writes. */
  readonly currency: string;
  /** The channel's own; amounts in custom fields are in it. */
  readonly defaultCurrency: string;
  readonly pricesIncludeTax: boolean;
  /** The number of decimals of the store's amounts, the same for every currency. */
  readonly precision: number;
  readonly tracksStock: boolean;
  /**
   * The names of the custom fields; null if the store has no such field of the right type, and for amounts that are in
   * another currency than the connection's.
   */
  readonly fields: {
    readonly writeKey: string | null;
    readonly cost: string | null;
    readonly compareAt: string | null;
  };
};

const MAX_AGE_MS = 60_000;
const KEPT: Kept<VendureShop> = { kind: "vendure", name: "shop" };

const SHOP = `query Shop {
  activeChannel { id code token defaultCurrencyCode availableCurrencyCodes pricesIncludeTax }
  globalSettings {
    trackInventory
    serverConfig {
      moneyStrategyPrecision
      entityCustomFields { entityName customFields { ... on CustomField { name type list } } }
    }
  }
}`;

const shopResponse = z.object({
  activeChannel: z.object({
    id: z.string(),
    code: z.string(),
    token: z.string(),
    defaultCurrencyCode: z.string(),
    availableCurrencyCodes: z.array(z.string()),
    pricesIncludeTax: z.boolean(),
  }),
  globalSettings: z.object({
    trackInventory: z.boolean(),
    serverConfig: z.object({
      moneyStrategyPrecision: z.number().int().min(0).max(6),
      entityCustomFields: z.array(
        z.object({
          entityName: z.string(),
          customFields: z.array(
            z.object({ name: z.string(), type: z.string(), list: z.boolean().nullish() }),
          ),
        }),
      ),
    }),
  }),
});

/** Returns the store's channel, currency and custom fields, at most a minute old. @throws StoreError */
export async function cachedShop(connection: VendureConnection): Promise<VendureShop> {
  return connection.cache.get(KEPT, connectionKey(connection)) ?? (await loadShop(connection));
}

/** Like `cachedShop`, but queries the store: after a refusal that a changed configuration may explain. */
export async function loadShop(connection: VendureConnection): Promise<VendureShop> {
  const response = await runAsAdministrator(connection, { query: SHOP, access: "read" }, shopResponse);
  const { activeChannel, globalSettings } = response;
  const { serverConfig } = globalSettings;
  const present = serverConfig.entityCustomFields.find(
    (e) => e.entityName === "ProductVariant",
  )?.customFields;
  const named = (name: string, types: readonly string[]): string | null =>
    present?.some((f) => f.name === name && types.includes(f.type) && !f.list) ? name : null;
  const { markerField, costField, compareAtField } = connection.vendure;
  const currency = currencyOf(activeChannel, connection.vendure.currency);
  const isDefault = currency === activeChannel.defaultCurrencyCode;
  const shop: VendureShop = {
    channel: activeChannel.code,
    channelId: activeChannel.id,
    channelToken: activeChannel.token,
    currency,
    defaultCurrency: activeChannel.defaultCurrencyCode,
    pricesIncludeTax: activeChannel.pricesIncludeTax,
    precision: serverConfig.moneyStrategyPrecision,
    tracksStock: globalSettings.trackInventory,
    fields: {
      writeKey: named(markerField, ["string", "text"]),
      cost: isDefault ? named(costField, ["int"]) : null,
      compareAt: isDefault ? named(compareAtField, ["int"]) : null,
    },
  };
  connection.cache.set(KEPT, connectionKey(connection), shop, connection.now() + MAX_AGE_MS);
  return shop;
}

type Channel = z.output<typeof shopResponse>["activeChannel"];

/**
 * Returns the currency whose prices are meant.
 * @throws StoreError `rejected`, naming the channel's currencies, where the wanted one is not among them
 */
export function currencyOf(
  channel: Pick<Channel, "defaultCurrencyCode" | "availableCurrencyCodes">,
  wanted: string | undefined,
): string {
  const { defaultCurrencyCode, availableCurrencyCodes } = channel;
  if (wanted === undefined || wanted === defaultCurrencyCode) return defaultCurrencyCode;
  if (availableCurrencyCodes.includes(wanted)) return wanted;
  const sold = [...new Set([defaultCurrencyCode, ...availableCurrencyCodes])].join(", ");
  throw new StoreError(
    "rejected",
    "definite",
    `The channel does not sell in ${wanted}. It sells in ${sold}.`,
  );
}

/**
 * Checks that the sign-in may change variants. An update of no variants is checked by the store and changes nothing;
 * an API key offers no other way to query its permissions.
 * @throws StoreError `unauthorized`
 */
export async function requireVariantPermission(connection: VendureConnection): Promise<void> {
  const query = "mutation MayUpdate { updateProductVariants(input: []) { id } }";
  const shape = z.object({ updateProductVariants: z.array(z.unknown()).length(0) });
  await runAsAdministrator(connection, { query, access: "read" }, shape).catch((error: unknown) => {
    if (!(error instanceof StoreError) || error.reason !== "unauthorized") throw error;
    const message =
      "The sign-in may read the catalog but not change it: it lacks UpdateCatalog or UpdateProduct.";
    throw new StoreError("unauthorized", "definite", message, { cause: error });
  });
}

/**
 * Returns the name of the write key's field.
 * @throws StoreError `rejected`, with instructions, if the store lacks it
 */
export function requireWriteKeyField(shop: VendureShop, { vendure }: VendureConnection): string {
  if (shop.fields.writeKey !== null) return shop.fields.writeKey;
  const name = vendure.markerField;
  throw new StoreError(
    "rejected",
    "definite",
    `The store has no text field "${name}" on ProductVariant, which a price change is recognised by. ` +
      "Add it to the Vendure configuration and run a migration: customFields: { ProductVariant: " +
      `[{ name: "${name}", type: "string", nullable: true, public: false }] }.`,
  );
}
