import { PENDING_IDENTITY_MS } from "@/server/usecases/identities/identities";
import type { Services } from "@/server/usecases/request-context";
import { linkCookie } from "./link-cookie";
import type { SignInRequest } from "./sign-in-options";

/**
 * Collects the parts of a request that sign-in needs, and the response's cookie for a pending identity.
 * @param ip the client's IP address, as the server before it determined it
 */
export function signInRequest(
  services: Services,
  header: (name: string) => string | null,
  ip: string | null,
): { readonly facts: SignInRequest; readonly finish: (response: Response) => Response } {
  let cookie: string | null = null;
  return {
    facts: {
      ip,
      userAgent: header("user-agent"),
      cookie: header("cookie"),
      requestId: services.newId("request"),
      waiting: (code) => {
        cookie = linkCookie(services.settings.publicUrl, code, PENDING_IDENTITY_MS);
      },
    },
    finish: (response) => {
      if (cookie === null) return response;
      const headers = new Headers(response.headers);
      headers.append("set-cookie", cookie);
      return new Response(response.body, { status: response.status, headers });
    },
  };
}
