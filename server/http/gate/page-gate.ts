import type { IncomingMessage } from "node:http";
import { errorResponse } from "@/server/api/error-response";
import { DomainError } from "@/server/domain/errors";
import { addressKey } from "@/server/network/network";
import { limitRate, type RateLimiter } from "@/server/rate-limit/rate-limiter";
import type { Services } from "@/server/usecases/services";
import { clientAddress } from "../client-address";
import { type NodeHandler, send } from "../node-adapter";
import { FILES_PATH, type Pages } from "../pages";
import { unavailablePage } from "../waiting-pages";
import { requireNoAction } from "./no-actions";
import { requireRouterState } from "./router-state";
import { SMALL_BODY, withWholeBody } from "./whole-body";

const FILES_FOR_EACH_PAGE = 20;

/**
 * Protects the pages, which would read a body of any length and limit no rate: applies a rate limit per address,
 * reads the whole body up to a limit, and removes headers with unverified claims. While the database is gone, documents
 * are answered by a page that says so and tries again: the pages would answer 500.
 */
export function pageGate(
  pages: Pages,
  {
    services,
    rateLimiter,
    isDatabaseUp,
  }: { services: Services; rateLimiter: RateLimiter; isDatabaseUp: () => Promise<boolean> },
): NodeHandler {
  const { addressPerMinute, bodyTimeoutMs } = services.settings.http;
  return async (incoming, response) => {
    try {
      await limitAddress(incoming);
      requireRouterState(incoming.headers);
      if (isDocument(incoming) && !(await isDatabaseUp()))
        return await send(unavailablePage(), incoming, response);
      const { request } = await withWholeBody(incoming, { bytes: SMALL_BODY, timeoutMs: bodyTimeoutMs });
      requireNoAction(request);
      request.url = decodable(request.url ?? "/");
      await pages(withOwnOrigin(request, clientAddress(incoming)), response);
    } catch (thrown) {
      if (!(thrown instanceof DomainError)) throw thrown;
      await send(errorResponse(services, thrown), incoming, response);
    }
  };

  async function limitAddress(incoming: IncomingMessage): Promise<void> {
    const isFile = (incoming.url ?? "").startsWith(FILES_PATH);
    const key = `${isFile ? "file" : "page"}:${addressKey(clientAddress(incoming))}`;
    await limitRate(rateLimiter, key, isFile ? addressPerMinute * FILES_FOR_EACH_PAGE : addressPerMinute);
  }
}

/**
 * Whether a browser asks for a whole page. Moving between pages it asks for less, and for a document where that fails.
 */
function isDocument({ method, headers }: IncomingMessage): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const destination = headers["sec-fetch-dest"];
  if (destination !== undefined) return destination === "document";
  return headers["rsc"] === undefined && (headers.accept ?? "").includes("text/html");
}

const CLAIMS = ["forwarded", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-port", "x-real-ip"];

/** Replaces the sender's claims about its address with the verified one. */
function withOwnOrigin(request: IncomingMessage, origin: string | null): IncomingMessage {
  for (const name of CLAIMS) delete request.headers[name];
  request.headers["x-forwarded-for"] = origin ?? "";
  return request;
}

/** A path that cannot be decoded belongs to no page; escaping it yields the pages' 404 instead of a failure. */
function decodable(url: string): string {
  const [path = "/", ...query] = url.split("?");
  try {
    if (!decodeURIComponent(path).includes("\u0000")) return url;
  } catch {
    // The path cannot be decoded.
  }
  return [path.replaceAll("%", "%25"), ...query].join("?");
}
