import { z } from "zod";
import { connectionKey, type Kept } from "@/server/stores/cache";
import { callStore } from "@/server/stores/http";
import { StoreError } from "@/server/stores/port";
import { plainText } from "@/server/stores/woocommerce/plain-text";
import { callWoo, type WooConnection } from "@/server/stores/woocommerce/rest";

/** The facts about a shop that are needed to read and write its prices. */
export interface WooShop {
  readonly currency: string;
  /** The number of decimals that the shop shows. */
  readonly decimals: number;
}

const MAX_AGE_MS = 60_000;
const SHOP: Kept<WooShop> = { kind: "woocommerce", name: "shop" };

const currencyShape = z.object({ code: z.string() });
const decimalsShape = z.object({ value: z.coerce.number().int().min(0).max(10) });
const settingShape = z.object({ value: z.string() });

/** Reads currency and decimals from the shop. @throws StoreError */
export async function loadShop(connection: WooConnection): Promise<WooShop> {
  const read = <T>(path: string, shape: z.ZodType<T>) =>
    callWoo(connection, { method: "GET", path, access: "read" }, shape);
  // One after the other, so that no call goes on behind one that failed.
  const currency = await read("/data/currencies/current", currencyShape);
  const decimals = await read("/settings/general/woocommerce_price_num_decimals", decimalsShape);
  const shop = { currency: currency.data.code, decimals: decimals.data.value };
  connection.cache.set(SHOP, connectionKey(connection), shop, connection.now() + MAX_AGE_MS);
  return shop;
}

/** Returns currency and decimals as they were at most a minute ago. @throws StoreError */
export async function cachedShop(connection: WooConnection): Promise<WooShop> {
  return connection.cache.get(SHOP, connectionKey(connection)) ?? loadShop(connection);
}

/**
 * Reads one setting of the shop; null if the shop does not have it.
 * @param id the setting's group and name
 * @throws StoreError
 */
export async function readSetting(connection: WooConnection, id: string): Promise<string | null> {
  const call = { method: "GET", path: `/settings/${id}`, access: "read" } as const;
  const answer = await callWoo(connection, call, settingShape).catch((error: unknown) => {
    if (error instanceof StoreError && (error.reason === "rejected" || error.reason === "not_found"))
      return null;
    throw error;
  });
  return answer?.data.value ?? null;
}

const site = z.object({ name: z.string(), url: z.string(), namespaces: z.array(z.string()) });

/** The site's name and its own address without scheme, which identifies it. */
export interface WooSite {
  readonly name: string;
  readonly address: string;
}

/**
 * Reads how the site calls itself. A site that hides this from visitors is named by the connection's address.
 * @throws StoreError `rejected` for a WordPress site without WooCommerce
 */
export async function readSite(connection: WooConnection): Promise<WooSite> {
  // Without `_fields` the answer has more than a megabyte.
  const path = "/wp-json/?_fields=name,url,namespaces";
  // A site may hide this by a plugin or by its host, so that any refusal counts.
  const call = { method: "GET", path, headers: {}, access: "read", isOwnError: () => true } as const;
  const response = await callStore(connection, call).catch((error: unknown) => {
    if (error instanceof StoreError && error.reason === "unauthorized") return null;
    throw error;
  });
  const known = response === null ? undefined : site.safeParse(response.json).data;
  if (known && !known.namespaces.includes("wc/v3"))
    throw new StoreError("rejected", "definite", "The site at this address has no WooCommerce.");
  const address = placeOf(known && URL.canParse(known.url) ? known.url : connection.url);
  return { name: plainText(known?.name ?? "") || new URL(connection.url).host, address };
}

const placeOf = (url: string): string => {
  const { host, pathname } = new URL(url);
  return host + pathname.replace(/\/+$/, "");
};
