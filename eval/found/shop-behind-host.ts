import { createServer, type IncomingMessage, request as sendRequest } from "node:http";
import type { StoreConnection } from "@/server/stores/port";
import { loopbackConnection } from "@/server/testing/loopback-connection";
import { signIn } from "@/server/testing/woocommerce/bench";
import { FULL_KEY } from "@/server/testing/woocommerce/shop";
import { startWooStandIn } from "@/server/testing/woocommerce/stand-in";

/** An answer as a host passes it on. */
export interface PassedAnswer {
  readonly status: number;
  readonly body: Buffer;
}

/** A shop of WooCommerce with one product behind a host. */
export interface HostedShop {
  readonly connection: StoreConnection;
  /** The product's regular price as the shop has it. */
  readonly price: () => string | undefined;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a shop, and a host in front of it on loopback.
 * @param refuses what the host answers to a method in the shop's place; null passes the request on
 * @param changes what it makes of the shop's answers
 */
export async function startHostedShop(
  refuses: (method: string) => PassedAnswer | null,
  changes: (answer: PassedAnswer) => PassedAnswer = (answer) => answer,
): Promise<HostedShop> {
  const shop = await startWooStandIn({ products: [{ id: 10, regular: "30.00" }] });
  const host = createServer((request, response) => {
    const refused = refuses(request.method ?? "GET");
    void (refused === null ? passOn(shop.url, request).then(changes) : Promise.resolve(refused)).then(
      ({ status, body }) => response.writeHead(status).end(body),
    );
  });
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  const address = host.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  return {
    connection: loopbackConnection(url, signIn(FULL_KEY)),
    price: () => shop.shop.products.get(10)?.regular,
    stop: async () => {
      host.closeAllConnections();
      host.close();
      await shop.stop();
    },
  };
}

async function passOn(target: string, request: IncomingMessage): Promise<PassedAnswer> {
  const sent = await read(request);
  const headers = { ...request.headers, "x-forwarded-host": request.headers.host };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { method: request.method, headers, agent: false };
    sendRequest(new URL(request.url ?? "/", target), options, resolve)
      .once("error", reject)
      .end(sent);
  });
  return { status: answer.statusCode ?? 502, body: await read(answer) };
}

async function read(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
