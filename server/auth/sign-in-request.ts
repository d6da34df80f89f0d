import { PENDING_IDENTITY_MS } from "@/server/usecases/identities/identities";
import type { Services } from "@/server/usecases/services";
import { endedDemoCookie } from "./demo-visit";
import { linkCookie } from "./link-cookie";
import { sessionCookieName } from "./session-cookie";
import type { SignInRequest } from "./sign-in-options";

/**
 * Collects the parts of a request that sign-in needs, and the response's further cookies: for a pending identity, and
 * the end of a visit of the demo where a session begins.
 * @param ip the client's IP address, as the server before it determined it
 */
export function signInRequest(
  services: Services,
  header: (name: string) => string | null,
  ip: string | null,
): { readonly facts: SignInRequest; readonly finish: (response: Response) => Response } {
  const { publicUrl } = services.settings;
  let cookie: string | null = null;
  return {
    facts: {
      ip,
      userAgent: header("user-agent"),
      cookie: header("cookie"),
      requestId: services.newId("request"),
      waiting: (code) => {
        cookie = linkCookie(publicUrl, code, PENDING_IDENTITY_MS);
      },
    },
    finish: (response) => {
      const session = `${sessionCookieName(publicUrl)}=`;
      const begins = response.headers.getSetCookie().some((each) => each.startsWith(session));
      if (cookie === null && !begins) return response;
      const headers = new Headers(response.headers);
      if (cookie !== null) headers.append("set-cookie", cookie);
      if (begins) headers.append("set-cookie", endedDemoCookie(publicUrl));
      return new Response(response.body, { status: response.status, headers });
    },
  };
}
