import { z } from "zod";
import { connectionKey, type Kept } from "@/server/stores/cache";
import type { MedusaConnection } from "@/server/stores/medusa/admin-api";
import { askAdmin } from "@/server/stores/medusa/session";
import { StoreError } from "@/server/stores/port";

/** The facts about a shop that are needed to read and write its prices. */
export interface MedusaShop {
  readonly id: string;
  readonly name: string;
  /** ISO 4217 code of the prices that the connection reads and writes. */
  readonly currency: string;
  readonly defaultRegionId: string | null;
}

const MAX_AGE_MS = 60_000;
const SHOP: Kept<MedusaShop> = { kind: "medusa", name: "shop" };

const currencyShape = z.object({ currency_code: z.string(), is_default: z.boolean() });
const storesShape = z.object({
  stores: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      default_region_id: z.string().nullish(),
      supported_currencies: z.array(currencyShape),
    }),
  ),
});

/** Reads the shop. @throws StoreError; `rejected` where it does not sell in the connection's currency */
export async function loadShop(connection: MedusaConnection): Promise<MedusaShop> {
  const query = { fields: "id,name,default_region_id,*supported_currencies", order: "id" };
  const call = { method: "GET", path: "/admin/stores", query, access: "read" } as const;
  const [store] = (await askAdmin(connection, call, storesShape)).stores;
  if (!store) throw new StoreError("rejected", "definite", "This server has no shop yet.");
  const wanted = connection.medusa.currency;
  const sold = store.supported_currencies.find((each) =>
    wanted === undefined ? each.is_default : each.currency_code.toUpperCase() === wanted,
  );
  if (!sold)
    throw new StoreError(
      "rejected",
      "definite",
      wanted === undefined ? "The shop has no default currency." : `The shop does not sell in ${wanted}.`,
    );
  const shop = {
    id: store.id,
    name: store.name,
    currency: sold.currency_code.toUpperCase(),
    defaultRegionId: store.default_region_id ?? null,
  };
  connection.cache.set(SHOP, connectionKey(connection), shop, connection.now() + MAX_AGE_MS);
  return shop;
}

/** Returns the shop as it was at most a minute ago. @throws StoreError */
export async function cachedShop(connection: MedusaConnection): Promise<MedusaShop> {
  return connection.cache.get(SHOP, connectionKey(connection)) ?? loadShop(connection);
}
