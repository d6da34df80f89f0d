import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { ProductSeed } from "./product";
import { noRoute, productAnswer } from "./product-routes";
import { type RestAnswer, type RestRequest, restError } from "./rest";
import { indexAnswer, settingAnswer } from "./settings-routes";
import { openShop, type Shop, type ShopSettings } from "./shop";
import { keyOf, type SeenNonces } from "./sign-in";
import { openWebhooks } from "./webhooks";

/** A running shop with the REST API of WooCommerce. */
export interface WooStandIn {
  /** The shop's address, without a slash at its end. */
  readonly url: string;
  readonly shop: Shop;
  /** Every request as method and path with its query. */
  readonly requests: readonly string[];
  /** Lets the shop deliver its webhooks, as a visit does. */
  readonly visit: () => Promise<void>;
  /** The shop's webhooks. */
  readonly webhooks: () => ReturnType<ReturnType<typeof openWebhooks>["list"]>;
  readonly stop: () => Promise<void>;
}

export interface WooStandInOptions {
  readonly products: readonly ProductSeed[];
  readonly settings?: Partial<ShopSettings>;
  /** Its certificate and key make it answer over https. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** The name of its host in its address; default: 127.0.0.1. */
  readonly host?: string;
  readonly now?: () => number;
}

/**
 * Starts a shop that behaves like WooCommerce 9.9 was measured to, over its REST API v3. It answers what the product
 * asks and what breaks it: a price is stored in parts and never refused, and the shop can die between them.
 */
export async function startWooStandIn(options: WooStandInOptions): Promise<WooStandIn> {
  const shop = openShop(options.products, options.settings, options.now);
  const nonces: SeenNonces = new Set();
  const webhooks = openWebhooks(shop);
  const requests: string[] = [];
  const secure = options.tls !== undefined;
  let home = "";
  const handle = async (incoming: IncomingMessage): Promise<RestAnswer | null> => {
    const url = new URL(incoming.url ?? "/", home);
    const body = await read(incoming);
    requests.push(`${incoming.method} ${url.pathname}${url.search}`);
    // As behind a proxy that tells the shop its public name, which is part of what OAuth signs.
    const forwarded = incoming.headers["x-forwarded-host"];
    return answerTo(shop, webhooks, nonces, {
      method: incoming.method ?? "GET",
      path: url.pathname,
      query: url.searchParams,
      authorization: incoming.headers.authorization ?? "",
      secure,
      home: typeof forwarded === "string" ? `http://${forwarded}` : home,
      text: incoming.headers["content-type"]?.startsWith("application/json") ? body : null,
    });
  };
  const listener = (incoming: IncomingMessage, response: ServerResponse): void => {
    void handle(incoming).then((answer) => {
      if (answer === null) return response.socket?.destroy();
      const isPage = typeof answer.body === "string";
      response.writeHead(answer.status, {
        "content-type": isPage ? "text/html; charset=UTF-8" : "application/json; charset=UTF-8",
        date: new Date(shop.now()).toUTCString(),
        ...answer.headers,
      });
      return response.end(isPage ? answer.body : JSON.stringify(answer.body));
    });
  };
  const server = options.tls ? createHttpsServer(options.tls, listener) : createHttpServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  home = `${secure ? "https" : "http"}://${options.host ?? "127.0.0.1"}:${port}`;
  return {
    url: home,
    shop,
    requests,
    visit: () => webhooks.wakeQueue(home),
    webhooks: webhooks.list,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const UPDATING: RestAnswer = {
  status: 503,
  body: "<!DOCTYPE html><html><head><title>Maintenance</title></head></html>",
  headers: { "retry-after": "600" },
};

/** Answers one request; null if the shop dies before it does. */
async function answerTo(
  shop: Shop,
  webhooks: ReturnType<typeof openWebhooks>,
  nonces: SeenNonces,
  request: RestRequest,
): Promise<RestAnswer | null> {
  if (shop.updating) return UPDATING;
  const { path, method } = request;
  if (path === "/wp-json/" || path === "/wp-json") return indexAnswer("A shop of tests", request.home);
  const route = /^\/wp-json\/wc\/v3(\/.*)$/.exec(path)?.[1];
  if (route === undefined) return noRoute;
  const key = keyOf(shop, request, nonces);
  if (key === null) return notSignedIn(method, route);
  if ("status" in key) return key;
  const [, resource, ...segments] = route.split("/");
  if (resource === "products") return productAnswer(shop, segments, request);
  if (resource === "webhooks") return webhooks.answer(segments, request);
  return settingAnswer(shop, route) ?? noRoute;
}

function notSignedIn(method: string, route: string): RestAnswer {
  if (method !== "GET")
    return restError(
      401,
      "woocommerce_rest_cannot_edit",
      "Sorry, you are not allowed to edit this resource.",
    );
  const isList = /^\/(products|taxes|webhooks)$|\/variations$/.test(route);
  const what = isList ? "Sorry, you cannot list resources." : "Sorry, you cannot view this resource.";
  return restError(401, "woocommerce_rest_cannot_view", what);
}

async function read(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}
