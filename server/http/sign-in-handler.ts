import { cookieNamed, returnCookieName } from "@/server/auth/session-cookie";
import { DomainError } from "@/server/domain/errors";
import type { Services } from "@/server/usecases/request-context";
import { answerWithSmallBody, refusal } from "./fetch-adapter";
import { isUtf8 } from "./json-body";

type Parts = Pick<Services, "settings" | "newId" | "log">;

const FORM = /^application\/x-www-form-urlencoded\s{0,10}(;|$)/i;
const HERE = "http://here.invalid";

/**
 * Lets the sign-in library see what it can answer: a body that is small, whole and a form, and return addresses that can
 * be read. To anything else the library alone would answer 500.
 * @param answer what the library says
 * @returns that, or the contract's 400, 405, 413 or 415
 */
export const answerSignIn = (
  services: Parts,
  request: Request,
  answer: (whole: Request) => Promise<Response>,
): Promise<Response> =>
  answerWithSmallBody(services, request, async (whole) => {
    const { pathname, searchParams } = new URL(request.url);
    const [action, provider] = pathname.split("/").slice(3);
    // Pages report their faults there, and so could anybody: nothing that strangers send gets into the log.
    if (action === "_log") return new Response(null, { status: 204 });
    if (action === "callback" && provider === "credentials" && request.method !== "POST")
      return refusal(services, new DomainError("method_not_allowed"), { allow: "POST" });
    requireForm(request);
    requireReadable(searchParams);
    return refuseOddReturn(services, request.headers.get("cookie")) ?? answer(whole);
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

/** A cookie of where to go on that is no address would be refused at every request, so it is taken away. */
function refuseOddReturn(services: Parts, cookies: string | null): Response | null {
  const { publicUrl } = services.settings;
  const name = returnCookieName(publicUrl);
  const kept = decoded(cookieNamed(cookies ?? "", name) ?? "");
  if (kept === "" || isAddress(kept)) return null;
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  const gone = { "set-cookie": `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}` };
  return refusal(services, new DomainError("bad_request", `The cookie ${name} was of no use.`), gone);
}

/** As the library takes it: a path of this installation, or a whole address. */
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
