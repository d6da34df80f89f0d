import { browserContext } from "@/server/api/context";
import { callerOf } from "@/server/api/root";
import { authenticate } from "@/server/auth/authenticate";
import { DomainError, notFound } from "@/server/domain/errors";
import { permissionGap } from "@/server/domain/permissions";
import { acceptsMutations } from "@/server/domain/plan/plans";
import { addressKey } from "@/server/network/network";
import { limitRate, type RateLimiter } from "@/server/rate-limit/rate-limiter";
import { INSTALL_RETURN_PATH, replacedPath } from "@/server/usecases/integrations/grant-secret";
import { checkedOpenedStore, openedStore } from "@/server/usecases/integrations/opened-store";
import { takeCode, workspaceOfReturn } from "@/server/usecases/integrations/take-code";
import type { Services } from "@/server/usecases/services";
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
        return leadTo(await connectAgain({ services, rateLimiter }, request, query));
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

/**
 * Takes a code. Where its store is connected, the key is the connection's at once: the store may have ended the former
 * one, and a person who closes the page would leave the connection without any.
 * @returns the path of the page that goes on
 */
async function connectAgain(
  { services, rateLimiter }: { readonly services: Services; readonly rateLimiter: RateLimiter },
  request: HttpRequest,
  query: URLSearchParams,
): Promise<string> {
  const workspaceId = workspaceOfReturn(query);
  const cookie = request.header("cookie") ?? null;
  const person = await signedIn(services, cookie, workspaceId);
  const { grant, path, connected } = await takeCode(services, { ...person, query });
  if (connected === null || workspaceId === null) return path;
  const caller = callerOf(browserContext({ services, rateLimiter }, { cookie, workspaceId, ip: request.ip }));
  try {
    await caller.integrations.replaceCredentials({ id: connected, grant });
    return replacedPath(workspaceId);
  } catch (error) {
    services.log.warn({ err: error, store: connected }, "a store's new key was not taken over");
    // The key is kept: the page lets the person try again, and says why it does not work.
    return path;
  }
}

async function signedIn(services: Services, cookie: string | null, workspaceId: string | null) {
  const { userId, role, lifecycle, emailConfirmed, support, readsDemo } = await authenticate(services, {
    authorization: undefined,
    cookie: cookie ?? undefined,
    workspaceHeader: workspaceId ?? undefined,
    via: "web",
  });
  const isMember = !support && !readsDemo && permissionGap({ role, scopes: null }, CONNECTS) === null;
  return {
    userId,
    mayConnect: isMember && emailConfirmed && lifecycle !== null && acceptsMutations(lifecycle),
  };
}

const CONNECTS = { scope: "settings:integrations" } as const;
