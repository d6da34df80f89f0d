import { cookieNamed, returnCookieName } from "@/server/auth/session-cookie";
import { DomainError } from "@/server/domain/errors";
import type { Services } from "@/server/usecases/services";
import { handleWithSmallBody, refusal } from "./fetch-adapter";
import { isUtf8 } from "./json-body";

type Parts = Pick<Services, "settings" | "newId" | "log">;

const FORM = /^application\/x-www-form-urlencoded\s{0,10}(;|$)/i;
const HERE = "http://here.invalid";

/**
 * Passes a request to the sign-in library only if the library can answer it: the body must be small, complete and a
 * form, and the return addresses valid. The library answers anything else with 500.
 * @param respond calls the library
 * @returns the library's answer, or the contract's 400, 405, 413 or 415
 */
export const answerSignIn = (
  services: Parts,
  request: Request,
  respond: (whole: Request) => Promise<Response>,
): Promise<Response> =>
  handleWithSmallBody(services, request, async (whole) => {
    const { pathname, searchParams } = new URL(request.url);
    const [action, provider] = pathname.split("/").slice(3);
    // The library's pages report errors here, and so could anyone: input from strangers must not reach the log.
    if (action === "_log") return new Response(null, { status: 204 });
    if (action === "callback" && provider === "credentials" && request.method !== "POST")
      return refusal(services, new DomainError("method_not_allowed"), { allow: "POST" });
    requireForm(request);
    requireReadable(searchParams);
    return refuseOddReturn(services, request.headers.get("cookie")) ?? respond(whole);
  });

function requireForm({ method, headers }: Request): void {
  const type = headers.get("content-type");
  if (method === "POST" && type !== null && !(FORM.test(type) && isUtf8(type)))
    throw new DomainError("unsupported_media_type");
}

function requireReadable(query: URLSearchParams): void {
  for (const [name, value] of query) {
    if (/\p{Cc}/u.test(value)) throw new DomainError("bad_request", "The address holds control characters.");
    if (name === "callbackUrl" && !isAddress(value))
      throw new DomainError("bad_request", "callbackUrl is no address of a page.");
  }
}

/** The library would refuse every request with an invalid return cookie, so the cookie is deleted. */
function refuseOddReturn(services: Parts, cookies: string | null): Response | null {
  const { publicUrl } = services.settings;
  const name = returnCookieName(publicUrl);
  const returnAddress = decoded(cookieNamed(cookies ?? "", name) ?? "");
  if (returnAddress === "" || isAddress(returnAddress)) return null;
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  const deletion = { "set-cookie": `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}` };
  return refusal(services, new DomainError("bad_request", `The cookie ${name} was of no use.`), deletion);
}

/** By the library's rules: a path of this installation, or an absolute address. */
function isAddress(text: string): boolean {
  const base = text.startsWith("/") ? HERE : undefined;
  return URL.canParse(text, base) && /^https?:$/.test(new URL(text, base).protocol);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
