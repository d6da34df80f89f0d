import { encodeQuery, signedQuery } from "@/server/stores/woocommerce/oauth";
import type { ProductSeed, ShopProduct } from "./product";
import { FULL_KEY, type ShopKey, type ShopSettings } from "./shop";
import { startWooStandIn, type WooStandIn } from "./stand-in";

export const API = "/wp-json/wc/v3";
/** The time at which a caller's shop opens. */
export const OPENED = Date.UTC(2026, 10, 22, 2, 0, 0);

export interface Asked {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Headers;
}

/** A shop over http with a clock that only its test moves, and a client that is not our connector. */
export interface WooCaller {
  readonly standIn: WooStandIn;
  /** Milliseconds since 1970. */
  nowMs: number;
  /** Sends a signed request; a body that is a text is sent as it is. */
  readonly ask: (method: string, path: string, body?: unknown, key?: ShopKey) => Promise<Asked>;
  /** Writes product 10. */
  readonly put: (body: unknown) => Promise<Asked>;
  /** The stored product. */
  readonly product: (id?: number) => ShopProduct;
}

/** Opens a shop; without products it has product 10 at 10.00. */
export async function openCaller(
  products: readonly ProductSeed[] = [{ id: 10, regular: "10.00" }],
  settings: Partial<ShopSettings> = {},
): Promise<WooCaller> {
  const standIn = await startWooStandIn({ products, settings, now: () => caller.nowMs });
  const ask: WooCaller["ask"] = async (method, path, body, key = FULL_KEY) => {
    const url = new URL(`${standIn.url}${API}${path}`);
    const signed = signedQuery(key, method, url, Object.fromEntries(url.searchParams), caller.nowMs);
    const response = await fetch(`${url.origin}${url.pathname}?${encodeQuery(signed)}`, {
      method,
      headers: { "content-type": "application/json", connection: "close" },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
  };
  const caller: WooCaller = {
    standIn,
    nowMs: OPENED,
    ask,
    put: (body) => ask("PUT", "/products/10", body),
    product: (id = 10) => {
      const found = standIn.shop.products.get(id);
      if (!found) throw new Error(`the shop has no product ${id}`);
      return found;
    },
  };
  return caller;
}
