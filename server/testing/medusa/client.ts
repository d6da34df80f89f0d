import { addVariant, type VariantSeed } from "./seed";
import { SECRET_KEY, type Shop, type ShopVariant } from "./shop";
import { type MedusaStandIn, startMedusaStandIn } from "./stand-in";

export interface Asked {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly text: string;
  readonly headers: Headers;
}

/** A shop with one variant, and a client that is not our connector. */
export interface MedusaClient {
  readonly standIn: MedusaStandIn;
  readonly shop: Shop;
  readonly variant: ShopVariant;
  /** The path of the variant. */
  readonly path: string;
  /** Sends a request with the secret key; a body that is a text is sent as it is. */
  readonly ask: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Asked>;
  /** Writes the variant. */
  readonly post: (body: unknown) => Promise<Asked>;
  /** The variant's prices as `currency amount`, in order of currency. */
  readonly sold: () => string[];
  /** The changes of prices since the start, as `kind currency`. */
  readonly changes: () => string[];
}

const keyHeader = { authorization: `Basic ${Buffer.from(`${SECRET_KEY}:`).toString("base64")}` };

/** Opens a shop; without a seed its variant costs 10.00 euros and 11.00 dollars. */
export async function openClient(
  seed: VariantSeed = { prices: { eur: "10.00", usd: "11.00" } },
): Promise<MedusaClient> {
  const standIn = await startMedusaStandIn();
  const { shop } = standIn;
  const variant = addVariant(shop, seed);
  const path = `/admin/products/${variant.productId}/variants/${variant.id}`;
  const ask: MedusaClient["ask"] = async (method, at, body, headers = keyHeader) => {
    const response = await fetch(`${standIn.url}${at}`, {
      method,
      headers: { "content-type": "application/json", connection: "close", ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : {} };
  };
  return {
    standIn,
    shop,
    variant,
    path,
    ask,
    post: (body) => ask("POST", path, body),
    sold: () => variant.rows.map(({ currency, amount }) => `${currency} ${amount}`).sort(),
    changes: () =>
      shop.events
        .filter(({ kind }) => kind.startsWith("price."))
        .map(({ kind, currency }) => `${kind} ${currency}`)
        .sort(),
  };
}
