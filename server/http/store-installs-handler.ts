import { authenticate } from "@/server/auth/authenticate";
import { DomainError, notFound } from "@/server/domain/errors";
import { addressKey } from "@/server/network/network";
import { limitRate, type RateLimiter } from "@/server/rate-limit/rate-limiter";
import { INSTALL_RETURN_PATH } from "@/server/usecases/integrations/grant-secret";
import { checkedOpenedStore, openedStore } from "@/server/usecases/integrations/opened-store";
import { takeCode } from "@/server/usecases/integrations/take-code";
import type { Services } from "@/server/usecases/request-context";
import type { HttpRequest, HttpResponse } from "./message";
import { escaped, plainPage } from "./plain-page";

export const INSTALLS_PATH = "/store-installs/";

/** The page that leads to the connect form of one of the person's workspaces. */
const CONNECT_PATH = "/connect-store";

/**
 * Handles what browsers bring from stores' pages: the code of a merchant who installed an app, at `return`, and a store
 * that opens its app, at the name of its kind. Everything that is refused is told on a page.
 */
export function storeInstallsHandler(
  services: Services,
  rateLimiter: RateLimiter,
): (request: HttpRequest) => Promise<HttpResponse> {
  return async (request) => {
    try {
      if (request.method !== "GET") throw new DomainError("method_not_allowed");
      await limitRate(
        rateLimiter,
        `install:${addressKey(request.ip)}`,
        services.settings.http.addressPerMinute,
      );
      const [path = "", ...rest] = request.url.split("?");
      const query = new URLSearchParams(rest.join("?"));
      if (path === INSTALL_RETURN_PATH)
        return leadTo(await takeCode(services, { userId: await signedIn(services, request), query }));
      const store = openedStore(path.slice(INSTALLS_PATH.length), query);
      if (store === null) throw notFound("store");
      return leadTo(`${CONNECT_PATH}?${new URLSearchParams({ ...store })}`);
    } catch (thrown) {
      if (!(thrown instanceof DomainError)) throw thrown;
      const page = plainPage(
        thrown.status,
        "The store was not connected",
        `<p>${escaped(thrown.message)}</p>`,
      );
      return thrown.code === "method_not_allowed"
        ? { ...page, headers: { ...page.headers, allow: "GET" } }
        : page;
    }
  };
}

/**
 * Returns the query by which a page fills in the connect form for a store that opened its app here, with its question
 * mark; empty for what no such store would have, because anybody can write a link.
 */
export function connectQuery(kind: unknown, url: unknown): string {
  const store = typeof kind === "string" && typeof url === "string" ? checkedOpenedStore(kind, url) : null;
  return store === null ? "" : `?${new URLSearchParams({ ...store })}`;
}

/** The address has a proof, so it is neither kept nor sent on. */
const leadTo = (location: string): HttpResponse => ({
  status: 303,
  headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  body: null,
});

async function signedIn(services: Services, request: HttpRequest): Promise<string> {
  const { userId } = await authenticate(services, {
    authorization: undefined,
    cookie: request.header("cookie") ?? undefined,
    workspaceHeader: undefined,
    via: "web",
  });
  return userId;
}
