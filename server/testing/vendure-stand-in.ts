import { randomUUID } from "node:crypto";
import { serveLoopback } from "@/server/testing/loopback-server";

/** A variant of the stand-in; amounts are whole cents, null if the shop has none. */
export interface StandInVariant {
  id: string;
  sku: string;
  name: string;
  price: number | null;
  cost: number | null;
  marker?: string;
  stock?: number;
  enabled?: boolean;
}

interface StandInChannel {
  readonly currency: string;
  readonly pricesIncludeTax: boolean;
  readonly rates: readonly number[];
}

/** A shop that answers the requests a sync sends to Vendure's Admin API. */
export interface VendureStandIn {
  readonly url: string;
  readonly credentials: { readonly apiKey: string };
  /** Another key of the same shop; the next one belongs to another channel of it. */
  readonly secondKey: string;
  readonly otherChannelKey: string;
  variants: StandInVariant[];
  /** The channel's price settings; `rates` are percentages, the default one first. */
  channel: StandInChannel;
  /**
   * Called before each page of a listing; a rejection makes the shop fail, with 502 or as its `ShopRefusal` defines.
   */
  beforePage: (skip: number) => Promise<void> | void;
  /** The maximum number of rows per page, whatever total it reports. */
  maxRowsPerPage: number;
  close(): Promise<void>;
}

/** An error answer of the shop in place of a page. */
export class ShopRefusal extends Error {
  constructor(
    readonly status: number,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(`the shop answers ${status}`);
  }
}

const KEY = "stand-in key";
const SECOND_KEY = "second key";
const OTHER_CHANNEL_KEY = "key of another channel";
const field = (name: string, type: string) => ({ name, type, list: false });

/** Describes one channel of a shop by its id; `token` distinguishes it from those of other shops. */
const shopOf = (
  { currency, pricesIncludeTax }: StandInChannel,
  named: { readonly id: string; readonly code: string; readonly token: string },
) => ({
  activeChannel: {
    ...named,
    defaultCurrencyCode: currency,
    availableCurrencyCodes: [currency],
    pricesIncludeTax,
  },
  globalSettings: {
    trackInventory: true,
    serverConfig: {
      moneyStrategyPrecision: 2,
      entityCustomFields: [
        {
          entityName: "ProductVariant",
          customFields: [field("priceWriteKey", "string"), field("costPrice", "int")],
        },
      ],
    },
  },
});

const ratesOf = ({ rates }: StandInChannel) => ({
  activeChannel: { defaultTaxZone: { id: "1" } },
  taxRates: {
    items: rates.map((value, index) => ({ value, zone: { id: "1" }, category: { isDefault: index === 0 } })),
  },
});

const listed =
  (currency: string) =>
  ({ id, sku, name, price, cost, marker, stock, enabled = true }: StandInVariant) => ({
    id,
    productId: `p${id}`,
    sku,
    name,
    updatedAt: "2026-11-01T00:00:00.000Z",
    trackInventory: "INHERIT",
    prices: price === null ? [] : [{ price, currencyCode: currency }],
    stockLevels: [{ stockOnHand: stock ?? 5, stockAllocated: 0 }],
    facetValues: [],
    enabled,
    product: { enabled: true, facetValues: [] },
    customFields: { priceWriteKey: marker ?? null, costPrice: cost },
  });

/** Starts the shop on a free port of this machine. */
export async function startVendureStandIn(): Promise<VendureStandIn> {
  const token = randomUUID();
  const server = await serveLoopback((request, response) => {
    const respond = async (): Promise<object> => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      const { query, variables } = JSON.parse(Buffer.concat(pieces).toString());
      const key = request.headers["vendure-api-key"];
      if (key !== KEY && key !== SECOND_KEY && key !== OTHER_CHANNEL_KEY)
        return { errors: [{ message: "no", extensions: { code: "FORBIDDEN" } }] };
      if (query.includes("MayUpdate")) return { data: { updateProductVariants: [] } };
      if (query.includes("taxRates(")) return { data: ratesOf(shop.channel) };
      if (!query.includes("productVariants(")) {
        const other = { id: "2", code: "outlet", token: `${token} outlet` };
        const named = key === OTHER_CHANNEL_KEY ? other : { id: "1", code: "default", token };
        return { data: shopOf(shop.channel, named) };
      }
      const { skip, take } = variables.options;
      await shop.beforePage(skip);
      const items = shop.variants
        .slice(skip, skip + Math.min(take, shop.maxRowsPerPage))
        .map(listed(shop.channel.currency));
      return { data: { productVariants: { totalItems: shop.variants.length, items } } };
    };
    respond().then(
      (body) => response.setHeader("content-type", "application/json").end(JSON.stringify(body)),
      (error: unknown) =>
        error instanceof ShopRefusal
          ? response.writeHead(error.status, error.headers).end()
          : response.writeHead(502).end(),
    );
  });
  const shop: VendureStandIn = {
    url: `${server.url}/admin-api`,
    credentials: { apiKey: KEY },
    secondKey: SECOND_KEY,
    otherChannelKey: OTHER_CHANNEL_KEY,
    variants: [],
    channel: { currency: "EUR", pricesIncludeTax: false, rates: [] },
    beforePage: () => undefined,
    maxRowsPerPage: Number.POSITIVE_INFINITY,
    close: () => server.close(),
  };
  return shop;
}
