import { afterEach, expect, it } from "vitest";
import { medusa } from "@/server/stores/medusa/connector";
import type { StoreConnection, StoreConnector } from "@/server/stores/port";
import { shopify } from "@/server/stores/shopify/connector";
import { woocommerce } from "@/server/stores/woocommerce/connector";
import { loopbackConnection } from "@/server/testing/loopback-connection";
import { SECRET_KEY } from "@/server/testing/medusa/shop";
import { startMedusaStandIn } from "@/server/testing/medusa/stand-in";
import { ACCESS_TOKEN } from "@/server/testing/shopify/shop";
import { startShopifyStandIn } from "@/server/testing/shopify/stand-in";
import { signIn } from "@/server/testing/woocommerce/bench";
import { FULL_KEY } from "@/server/testing/woocommerce/shop";
import { startWooStandIn } from "@/server/testing/woocommerce/stand-in";

// What the connectors keep of a shop in the cache: its currency and what belongs to it.

const OPENED = Date.UTC(2026, 10, 22, 2, 0, 0);
const MINUTE_MS = 60_000;
let nowMs = OPENED;
const now = () => nowMs;
let stop: () => Promise<void>;
afterEach(() => stop());

interface Running {
  readonly url: string;
  readonly requests: readonly string[];
  readonly stop: () => Promise<void>;
}

it.each<[StoreConnector, string, () => Promise<Running>, Record<string, string>]>([
  [medusa, "/admin/stores", () => startMedusaStandIn({}, now), { apiKey: SECRET_KEY, costKey: "cost" }],
  [shopify, "query Shop ", () => startShopifyStandIn({}, now), { accessToken: ACCESS_TOKEN }],
  [
    woocommerce,
    "/data/currencies/current",
    () => startWooStandIn({ products: [{ id: 10, regular: "10.00" }], now }),
    signIn(FULL_KEY),
  ],
])(
  "$kind reads the shop once a minute, by the clock of the connection alone",
  async (connector, read, start, credentials) => {
    nowMs = OPENED;
    const shop = await start();
    stop = shop.stop;
    const connection = loopbackConnection(shop.url, credentials, now);
    const asked = () => shop.requests.filter((each) => each.includes(read)).length;
    const list = (by: StoreConnection = connection) =>
      connector.listVariants(by, { cursor: null, updatedSince: null, pageSize: 10 });
    await list();
    nowMs += MINUTE_MS - 1;
    await list();
    expect(asked()).toBe(1);
    nowMs += 1;
    await list();
    expect(asked()).toBe(2);
    await list(loopbackConnection(shop.url, credentials, now));
    expect(asked()).toBe(3);
  },
);
