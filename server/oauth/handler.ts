import type { IncomingMessage, ServerResponse } from "node:http";
import { clientAddress } from "@/server/http/client-address";
import { type NodeHandler, nodeAdapter } from "@/server/http/node-adapter";
import { addressKey } from "@/server/network/network";
import type { RateLimiter } from "@/server/rate-limit/rate-limiter";
import type { Services } from "@/server/usecases/services";
import { type DocumentFetch, documentFetcher } from "./clients";
import type { ProviderDependencies } from "./configuration";
import { handleConsent } from "./consent";
import { errorPage } from "./error-page";
import { loadLibrary } from "./library";
import { isResourceMetadata, resourceMetadata, SERVER_METADATA } from "./metadata";
import { parseConsentPath, ROUTES } from "./paths";
import { openProvider } from "./provider";
import { readPlainRequest } from "./read-request";
import { type RequestContext, requestContexts } from "./request-context";

/** One authorization takes four requests. */
const PAGES_PER_MINUTE = 120;
// An application that runs as a service refreshes the grants of many people from one address.
const TOKENS_PER_MINUTE = 300;

const OWN: readonly string[] = Object.values(ROUTES);

/** Returns whether a path belongs to the authorization server; the consent page's own path does not. */
export const isOAuth = (path: string): boolean =>
  path === SERVER_METADATA ||
  isResourceMetadata(path) ||
  parseConsentPath(path) !== null ||
  OWN.some((route) => path === route || path.startsWith(`${route}/`));

/** Forbids framing, and keeps the request's URL, which contains secrets, out of Referer headers. */
const HEADERS = {
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  "x-frame-options": "DENY",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
} as const;

/**
 * Builds the Node handler of the authorization server and its metadata documents. The first request opens the server.
 */
export function oauthHandler(
  services: Services,
  rateLimiter: RateLimiter,
  { fetchDocument = documentFetcher() }: { fetchDocument?: DocumentFetch } = {},
): NodeHandler {
  const { settings } = services;
  const { publicUrl } = settings;
  const contexts = requestContexts();
  const describeResource = resourceMetadata(publicUrl);
  const documents = nodeAdapter(async (request) => describeResource(request), services);
  let opened: ReturnType<typeof openServer> | null = null;
  const openOnce = () =>
    (opened ??= openServer({ services, rateLimiter, contexts, fetchDocument }).catch((error: unknown) => {
      opened = null;
      throw error;
    }));
  return async (incoming, response) => {
    const path = (incoming.url ?? "/").split("?", 1)[0] ?? "/";
    if (isResourceMetadata(path)) return documents(incoming, response);
    const context: RequestContext = {
      requestId: services.newId("request"),
      ip: clientAddress(incoming),
      revoking: path === ROUTES.revocation,
    };
    if (await overRateLimit(rateLimiter, context, path, response)) return;
    await contexts.run(context, async () => {
      const { provider, library } = await openOnce();
      const route = parseConsentPath(path);
      if (route) {
        const call = { services, provider, library, incoming, response, requestId: context.requestId, route };
        return nodeAdapter((request) => handleConsent(call, request), services)(incoming, response);
      }
      for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
      const request = await readPlainRequest(services, { incoming, response, machine: isMachine(path) });
      if (request === null) return;
      await provider.callback()(atOwnAddress(request, publicUrl), response);
    });
  };
}

async function openServer(parts: Omit<ProviderDependencies, "library">) {
  const library = await loadLibrary();
  return { library, provider: await openProvider({ ...parts, library }) };
}

/** Sets the installation's host and protocol on a request; those that a proxy or a client sent are not trusted. */
function atOwnAddress(incoming: IncomingMessage, publicUrl: string): IncomingMessage {
  const { host, protocol } = new URL(publicUrl);
  incoming.headers.host = host;
  incoming.headers["x-forwarded-host"] = host;
  incoming.headers["x-forwarded-proto"] = protocol.slice(0, -1);
  return incoming;
}

/** True for paths that applications call, rather than a person's browser. */
const isMachine = (path: string): boolean => path === ROUTES.token || path === ROUTES.revocation;

async function overRateLimit(
  rateLimiter: RateLimiter,
  { ip }: RequestContext,
  path: string,
  response: ServerResponse,
): Promise<boolean> {
  const machine = isMachine(path);
  const key = `oauth:${machine ? "token" : "page"}:${addressKey(ip)}`;
  const reply = await rateLimiter.take(key, machine ? TOKENS_PER_MINUTE : PAGES_PER_MINUTE);
  if (reply.allowed) return false;
  const type = machine ? "application/json" : "text/html; charset=utf-8";
  const headers = { ...HEADERS, "content-type": type, "retry-after": String(reply.retryAfterSeconds) };
  const body = { error: "slow_down", error_description: "too many requests from this address" };
  response.writeHead(429, headers).end(machine ? JSON.stringify(body) : errorPage(body.error, null));
  return true;
}
