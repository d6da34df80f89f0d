import type { RequestListener } from "node:http";
import { proxyTest, storeClientAddress } from "@/server/http/client-address";
import { type NodeHandler, nodeAdapter } from "@/server/http/node-adapter";
import type { DocumentFetch } from "@/server/oauth/clients";
import { isOAuth, oauthHandler } from "@/server/oauth/handler";
import { serveLoopback } from "@/server/testing/loopback-server";
import { addClient } from "@/server/usecases/grants/clients";
import { startTestService, type TestService, type TestServiceOptions } from "./service";

/** The API and its authorization server at one address, over HTTP. */
export interface OAuthService extends TestService {
  /** PUBLIC_URL of this installation, where everything is served. */
  readonly origin: string;
  /** A registered public application whose redirect address is `REDIRECT`. */
  readonly clientId: string;
}

export const REDIRECT = "https://app.example/callback";

export interface OAuthServiceOptions {
  readonly fetchDocument?: DocumentFetch;
  /** Further handlers at the same address, by path. */
  readonly beside?: (service: TestService) => Readonly<Record<string, NodeHandler>>;
}

/** Starts the service at its own address, on the real clock: the OAuth library uses no other. */
export async function startOAuthService(
  options: TestServiceOptions & OAuthServiceOptions = {},
): Promise<OAuthService> {
  let respond: RequestListener = (_, response) => response.writeHead(503).end();
  const server = await serveLoopback((incoming, response) => respond(incoming, response));
  const origin = server.url;
  const service = await startTestService({
    ...options,
    settings: { ...options.settings, publicUrl: origin },
    now: new Date().toISOString(),
  });
  const { services, rateLimiter } = service;
  const { fetchDocument } = options;
  const oauth = oauthHandler(services, rateLimiter, fetchDocument ? { fetchDocument } : {});
  const rest = nodeAdapter(service.rest, services);
  const others = options.beside?.(service) ?? {};
  const isProxy = proxyTest(["127.0.0.1"]);
  respond = (incoming, response) => {
    storeClientAddress(incoming, isProxy);
    const path = (incoming.url ?? "").split("?", 1)[0] ?? "";
    const handler = others[path] ?? (isOAuth(path) ? oauth : rest);
    void handler(incoming, response);
  };
  const { id: clientId } = await addClient(services, {
    name: "Margin Helper",
    redirectUris: [REDIRECT],
    confidential: false,
  });
  const { close } = service;
  return Object.assign(service, {
    origin,
    clientId,
    close: async () => {
      await server.close();
      await close();
    },
  });
}
