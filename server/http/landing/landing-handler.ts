import { errorResponse } from "@/server/api/error-response";
import { signUpBlocker } from "@/server/domain/sign-up/sign-up";
import { addressKey } from "@/server/network/network";
import { limitRate, type RateLimiter } from "@/server/rate-limit/rate-limiter";
import type { Services } from "@/server/usecases/services";
import type { HttpRequest, HttpResponse } from "../message";
import type { ShownDemo } from "./demo-picture";
import { landingPage } from "./landing-page";
import { SAMPLE_PICTURE } from "./landing-picture";

export const LANDING_PATH = "/";
export const ROBOTS_PATH = "/robots.txt";

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  // The page depends on the cookie: whoever signs in must not see it again from a cache.
  "cache-control": "private, no-cache",
  vary: "Cookie, Accept-Encoding",
  // It connects to nothing; tools that judge the page read robots.txt from it.
  "content-security-policy":
    "default-src 'none'; connect-src 'self'; style-src 'unsafe-inline'; font-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  "referrer-policy": "same-origin",
} as const;

/**
 * Answers strangers at the installation's address.
 * @param options.font returns the address of the product's font, null where it is not there
 * @param options.readDemo whether there is a public demo, and its numbers; sample numbers stand in for missing ones
 */
export function landingHandler(
  services: Services,
  rateLimiter: RateLimiter,
  { readDemo, font }: { readDemo: () => Promise<ShownDemo>; font: () => string | null },
): (request: HttpRequest) => Promise<HttpResponse> {
  const { settings } = services;
  const { publicUrl } = settings;
  const signUpOpen = signUpBlocker(settings) === null;
  return async ({ method, ip }) => {
    try {
      await limitRate(rateLimiter, `page:${addressKey(ip)}`, settings.http.addressPerMinute);
    } catch (error) {
      return errorResponse(services, error);
    }
    const { hasDemo, picture } = await readDemo();
    const body = landingPage({
      publicUrl,
      picture: picture ?? SAMPLE_PICTURE,
      signUpOpen,
      hasDemo,
      font: font(),
    });
    return { status: 200, headers: HEADERS, body: method === "HEAD" ? null : body };
  };
}

/** `/robots.txt`: the public pages may be read by search engines, those of workspaces may not. */
export const robotsHandler = async (): Promise<HttpResponse> => ({
  status: 200,
  headers: { "content-type": "text/plain; charset=utf-8" },
  body: "User-agent: *\nDisallow: /w/\nDisallow: /api/\nDisallow: /account\nDisallow: /support\n",
});
