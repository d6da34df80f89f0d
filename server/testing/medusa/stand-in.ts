import type { IncomingMessage } from "node:http";
import { serveLoopback } from "@/server/testing/loopback-server";
import { type MedusaAnswer, type MedusaRequest, noPage, notFound } from "./rest";
import { priceListAnswer, settingsAnswer } from "./settings-routes";
import { openShop, type Shop, type ShopSettings } from "./shop";
import { refuseStranger, signInAnswer } from "./sign-in";
import { productBatch, variantAnswer, variantList } from "./variant-routes";

/** A running shop with the Admin API of Medusa. */
export interface MedusaStandIn {
  /** The server's address, without a slash at its end. */
  readonly url: string;
  readonly shop: Shop;
  /** Every request as method, path with its query, and body. */
  readonly requests: readonly string[];
  readonly stop: () => Promise<void>;
}

/**
 * Starts a shop that behaves like Medusa 2.21 was measured to, over its Admin API. It answers what the product asks and
 * what breaks it: metadata and prices are stored one after the other, a price set is replaced whole, nothing is refused
 * that is a number, and the server can die between the two.
 */
export async function startMedusaStandIn(
  settings: Partial<ShopSettings> = {},
  now: () => number = Date.now,
): Promise<MedusaStandIn> {
  const shop = openShop(settings, now);
  const requests: string[] = [];
  const server = await serveLoopback((incoming, response) => {
    void receive(incoming).then((request) => {
      const query = request.query.size === 0 ? "" : `?${request.query}`;
      requests.push(`${request.method} ${request.path}${query} ${request.text}`);
      const answer = answerTo(shop, request);
      if (answer === null) return response.socket?.destroy();
      const isPage = typeof answer.body === "string";
      response.writeHead(answer.status, {
        "content-type": isPage ? "text/html; charset=utf-8" : "application/json; charset=utf-8",
        ...answer.headers,
      });
      return response.end(isPage ? answer.body : JSON.stringify(answer.body));
    });
  });
  return {
    url: server.url,
    shop,
    requests,
    stop: () => server.close(),
  };
}

async function receive(incoming: IncomingMessage): Promise<MedusaRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  const url = new URL(incoming.url ?? "/", "http://localhost");
  return {
    method: incoming.method ?? "GET",
    path: url.pathname,
    query: url.searchParams,
    authorization: incoming.headers.authorization ?? "",
    cookie: incoming.headers.cookie ?? "",
    text: Buffer.concat(chunks).toString("utf8"),
    isJson: incoming.headers["content-type"]?.startsWith("application/json") ?? false,
  };
}

/** Answers one request; null if the server dies before it does. */
function answerTo(shop: Shop, request: MedusaRequest): MedusaAnswer | null {
  const { path } = request;
  if (path.startsWith("/auth/")) return signInAnswer(shop, request);
  if (!path.startsWith("/admin/")) return noPage(request);
  const refused = refuseStranger(shop, request);
  if (refused) return refused;
  if (path === "/admin/product-variants") return variantList(shop, request);
  if (path === "/admin/products/batch" && request.method === "POST") return productBatch(shop, request);
  const [, productId, variantId] = /^\/admin\/products\/([^/]+)(?:\/variants\/([^/]+))?$/.exec(path) ?? [];
  if (productId !== undefined && variantId !== undefined)
    return variantAnswer(shop, productId, variantId, request);
  if (productId !== undefined && !shop.products.has(productId)) return notFound("Product not found");
  return settingsAnswer(shop, request) ?? priceListAnswer(shop, request) ?? noPage(request);
}
