import type { IncomingMessage, ServerResponse } from "node:http";
import { API_VERSION } from "@/server/stores/shopify/documents";
import { serveLoopback } from "@/server/testing/loopback-server";
import { fileAnswer } from "./bulk";
import { answerDocument } from "./graphql";
import { installPage } from "./install";
import { tokenAnswer } from "./oauth";
import { Died } from "./resolvers";
import { openShop, type Shop, type ShopAnswer, type ShopSettings } from "./shop";

/** A running shop with the Admin API of Shopify. */
export interface ShopifyStandIn {
  /** The shop's address, without a slash at its end. */
  readonly url: string;
  readonly shop: Shop;
  /** Every request as method, path and body. */
  readonly requests: readonly string[];
  readonly stop: () => Promise<void>;
}

/**
 * Starts a shop that answers as the Admin API is documented: only documents that are valid, at the cost of their
 * points, for tokens with the scopes, and with a mutation that changes all or nothing. It can die before and after a
 * mutation.
 */
export async function startShopifyStandIn(
  settings: Partial<ShopSettings> = {},
  now: () => number = Date.now,
): Promise<ShopifyStandIn> {
  const shop = openShop(settings, now);
  const requests: string[] = [];
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await textOf(incoming);
    requests.push(`${incoming.method} ${incoming.url} ${text}`);
    const file = fileAnswer(shop, incoming.url ?? "", incoming.headers.range);
    if (file !== null) {
      // A host of files knows no token, and is sent none.
      const isForeign = incoming.headers["x-shopify-access-token"] !== undefined;
      response.writeHead(isForeign ? 400 : file.status, { "content-type": "application/jsonl" });
      response.end(isForeign ? "" : file.body);
      return;
    }
    if (incoming.method === "GET" && incoming.url?.startsWith("/admin/oauth/authorize?")) {
      const { status, page } = installPage(shop, `${shop.home}${incoming.url}`);
      response.writeHead(status, { "content-type": "text/html; charset=utf-8" }).end(page);
      return;
    }
    try {
      const { status, body } = await answerTo(shop, incoming, text);
      response.writeHead(status, {
        "content-type": "application/json; charset=utf-8",
        date: new Date(shop.now()).toUTCString(),
        "x-shopify-api-version": API_VERSION,
      });
      response.end(JSON.stringify(body));
    } catch (error) {
      if (!(error instanceof Died)) throw error;
      response.socket?.destroy();
    }
  };
  const server = await serveLoopback((incoming, response) => void handle(incoming, response));
  shop.home = server.url;
  return {
    url: shop.home,
    shop,
    requests,
    stop: () => server.close(),
  };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}

async function answerTo(
  shop: Shop,
  { method, url, headers }: IncomingMessage,
  text: string,
): Promise<ShopAnswer> {
  if (method === "POST" && url === "/admin/oauth/access_token")
    return tokenAnswer(shop, new URLSearchParams(text));
  if (method !== "POST" || url !== `/admin/api/${API_VERSION}/graphql.json`)
    return { status: 404, body: { errors: "Not Found" } };
  const token = shop.tokens.get(String(headers["x-shopify-access-token"]));
  if (!token || (token.expiresAt !== null && token.expiresAt <= shop.now()))
    return {
      status: 401,
      body: { errors: "[API] Invalid API key or access token (unrecognized login or wrong password)" },
    };
  if (headers["content-type"]?.startsWith("application/json") !== true)
    return { status: 415, body: { errors: "Unsupported media type" } };
  const sent: { query?: unknown; variables?: unknown } = Object(JSON.parse(text));
  if (typeof sent.query !== "string")
    return { status: 400, body: { errors: { query: "Required parameter missing" } } };
  return {
    status: 200,
    body: await answerDocument(shop, token, { query: sent.query, variables: Object(sent.variables) }),
  };
}
