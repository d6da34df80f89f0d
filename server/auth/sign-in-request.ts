import { LINK_VALID_MS } from "@/server/usecases/identities/identities";
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
): { readonly facts: SignInRequest; readonly finish: (answer: Response) => Response } {
  let cookie: string | null = null;
  return {
    facts: {
      ip,
      userAgent: header("user-agent"),
      cookie: header("cookie"),
      requestId: services.newId("request"),
      waiting: (code) => {
        cookie = linkCookie(services.settings.publicUrl, code, LINK_VALID_MS);
      },
    },
    finish: (answer) => {
      if (cookie === null) return answer;
      const headers = new Headers(answer.headers);
      headers.append("set-cookie", cookie);
      return new Response(answer.body, { status: answer.status, headers });
    },
  };
}
