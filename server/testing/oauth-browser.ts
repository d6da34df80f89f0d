import { createHash, randomBytes } from "node:crypto";
import type { ConsentRequest } from "@/server/oauth/schemas";
import { type OAuthService, REDIRECT } from "./oauth-service";

/** Creates a PKCE pair. */
export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

/** A browser that does not follow redirects by itself, with cookies by path and the session of one person or none. */
export class TestBrowser {
  readonly jar = new Map<string, { value: string; path: string }>();
  /** Every browser has a different /64 network, so that limits per address affect one test only. */
  readonly address = `2001:db8:0:${randomBytes(2).toString("hex")}::1`;

  constructor(
    readonly origin: string,
    public signedIn: string | null,
  ) {}

  /** Sends a request as a page of this origin does, unless the headers say otherwise. */
  async ask(url: string, init: RequestInit = {}): Promise<Response> {
    const target = new URL(url, this.origin);
    const own = [...this.jar].filter(([, { path }]) => target.pathname.startsWith(path));
    const cookies = own.map(([name, { value }]) => `${name}=${value}`);
    const headers = new Headers(init.headers);
    headers.set("x-forwarded-for", this.address);
    headers.set("cookie", [...cookies, ...(this.signedIn === null ? [] : [this.signedIn])].join("; "));
    const response = await fetch(target, { redirect: "manual", ...init, headers });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    return response;
  }

  private keep(line: string): void {
    const [pair = "", ...attributes] = line.split(/; */);
    const at = pair.indexOf("=");
    const path = attributes.find((each) => /^path=/i.test(each))?.slice(5) ?? "/";
    if (pair.slice(at + 1) === "") this.jar.delete(pair.slice(0, at));
    else this.jar.set(pair.slice(0, at), { value: pair.slice(at + 1), path });
  }
}

/** Builds the address of an authorization request; a null parameter is omitted. */
export function authorizeUrl(
  service: OAuthService,
  challenge: string,
  over: Readonly<Record<string, string | readonly string[] | null>> = {},
): string {
  const url = new URL("/oauth/authorize", service.origin);
  const asked = {
    response_type: "code",
    client_id: service.clientId,
    redirect_uri: REDIRECT,
    scope: "runs:read catalog:read recommendations:write",
    state: "a state",
    code_challenge: challenge,
    code_challenge_method: "S256",
    resource: `${service.origin}/api/v1`,
    ...over,
  };
  for (const [name, value] of Object.entries(asked)) {
    if (value === null) continue;
    for (const each of typeof value === "string" ? [value] : value) url.searchParams.append(name, each);
  }
  return url.href;
}

/** Begins a request in a browser, up to the consent page. @throws Error if it does not get there */
export async function begin(
  browser: TestBrowser,
  url: string,
): Promise<{ page: string; asked: ConsentRequest }> {
  const response = await browser.ask(url);
  const page = response.headers.get("location") ?? "";
  if (!page.includes("/oauth/consent/")) throw new Error(`no consent page: ${response.status} ${page}`);
  const read = await browser.ask(`${page}/request`);
  if (read.status !== 200) throw new Error(`the consent page is told ${read.status}: ${await read.text()}`);
  const asked: ConsentRequest = await read.json();
  return { page, asked };
}

/** Sends a decision as the consent page does. */
export const decide = (
  browser: TestBrowser,
  page: string,
  decision: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  browser.ask(`${page}/decision`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: browser.origin,
      "sec-fetch-site": "same-origin",
      ...headers,
    },
    body: JSON.stringify(decision),
  });

/** Completes the consent and returns the address the browser is redirected to. */
export async function authorize(
  browser: TestBrowser,
  url: string,
  { workspaceId, scopes }: { workspaceId: string; scopes?: readonly string[] },
): Promise<URL> {
  const { page, asked } = await begin(browser, url);
  const response = await decide(browser, page, {
    proof: asked.proof,
    allow: true,
    workspace_id: workspaceId,
    scopes: scopes ?? asked.scopes,
  });
  if (response.status !== 200) throw new Error(`not allowed: ${response.status} ${await response.text()}`);
  const { location }: { location: string } = await response.json();
  const resumed = await browser.ask(location);
  return new URL(resumed.headers.get("location") ?? "about:blank");
}
