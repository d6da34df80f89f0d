import { createHash, randomBytes } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import type { DocumentFetch } from "@/server/oauth/clients";
import { isOAuth, oauthDoor } from "@/server/oauth/door";
import { type NodeDoor, nodeDoor } from "@/server/http/node-door";
import type { ConsentRequest } from "@/server/oauth/wire";
import { addClient } from "@/server/usecases/grants/clients";
import { type TestService, type TestServiceOptions, startTestService } from "./service";

/** The API with its authorization server on one address, spoken to over HTTP. */
export interface OAuthService extends TestService {
  /** PUBLIC_URL of this installation, where everything answers. */
  readonly origin: string;
  /** A registered public application that is answered at `REDIRECT`. */
  readonly clientId: string;
}

export const REDIRECT = "https://app.example/callback";

export interface OAuthServiceOptions {
  readonly fetchDocument?: DocumentFetch;
  /** Further doors at the same address, by path. */
  readonly beside?: (service: TestService) => Readonly<Record<string, NodeDoor>>;
}

/** Starts the service at an address of its own, on the real time: the provider asks no clock but that. */
export async function startOAuthService(
  options: TestServiceOptions & OAuthServiceOptions = {},
): Promise<OAuthService> {
  let answer: RequestListener = (_, response) => response.writeHead(503).end();
  const server = createServer((incoming, response) => answer(incoming, response));
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
  const origin = `http://127.0.0.1:${port}`;
  const service = await startTestService({
    ...options,
    settings: { ...options.settings, publicUrl: origin },
    now: new Date().toISOString(),
  });
  const { services, budget } = service;
  const { fetchDocument } = options;
  const oauth = oauthDoor(services, budget, fetchDocument ? { fetchDocument } : {});
  const rest = nodeDoor(service.rest, services.log);
  const others = options.beside?.(service) ?? {};
  answer = (incoming, response) => {
    const path = (incoming.url ?? "").split("?", 1)[0] ?? "";
    const door = others[path] ?? (isOAuth(path) ? oauth : rest);
    void door(incoming, response);
  };
  const { id: clientId } = await addClient(services, {
    name: "Margin Helper",
    redirectUris: [REDIRECT],
    confidential: false,
  });
  return {
    ...service,
    origin,
    clientId,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await service.close();
    },
  };
}

/** A PKCE pair. */
export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

/** A browser that follows nothing by itself: cookies by path, and the sign-in of one person or of none. */
export class TestBrowser {
  readonly jar = new Map<string, { value: string; path: string }>();
  /** Every browser is in a network of its own: what is counted by address meets one test alone. */
  readonly address = `2001:db8::${randomBytes(2).toString("hex")}:${randomBytes(2).toString("hex")}`;

  constructor(
    readonly origin: string,
    public signedIn: string | null,
  ) {}

  /** A request as a page of this origin makes it, unless the headers say otherwise. */
  async ask(url: string, init: RequestInit = {}): Promise<Response> {
    const target = new URL(url, this.origin);
    const own = [...this.jar].filter(([, { path }]) => target.pathname.startsWith(path));
    const cookies = own.map(([name, { value }]) => `${name}=${value}`);
    const headers = new Headers(init.headers);
    headers.set("x-forwarded-for", this.address);
    headers.set("cookie", [...cookies, ...(this.signedIn === null ? [] : [this.signedIn])].join("; "));
    const answer = await fetch(target, { redirect: "manual", ...init, headers });
    for (const line of answer.headers.getSetCookie()) this.keep(line);
    return answer;
  }

  private keep(line: string): void {
    const [pair = "", ...attributes] = line.split(/; */);
    const at = pair.indexOf("=");
    const path = attributes.find((each) => /^path=/i.test(each))?.slice(5) ?? "/";
    if (pair.slice(at + 1) === "") this.jar.delete(pair.slice(0, at));
    else this.jar.set(pair.slice(0, at), { value: pair.slice(at + 1), path });
  }
}

/** The address of an authorization request; a parameter given as null is left out. */
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

/** Begins a request in a browser, up to the consent page. Throws where it does not get there. */
export async function begin(
  browser: TestBrowser,
  url: string,
): Promise<{ page: string; asked: ConsentRequest }> {
  const sent = await browser.ask(url);
  const page = sent.headers.get("location") ?? "";
  if (!page.includes("/oauth/consent/")) throw new Error(`no consent page: ${sent.status} ${page}`);
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

/** Goes through the whole consent and returns where the browser was sent at its end. */
export async function authorize(
  browser: TestBrowser,
  url: string,
  { workspaceId, scopes }: { workspaceId: string; scopes?: readonly string[] },
): Promise<URL> {
  const { page, asked } = await begin(browser, url);
  const answer = await decide(browser, page, {
    proof: asked.proof,
    allow: true,
    workspace_id: workspaceId,
    scopes: scopes ?? asked.scopes,
  });
  if (answer.status !== 200) throw new Error(`not allowed: ${answer.status} ${await answer.text()}`);
  const { location }: { location: string } = await answer.json();
  const resumed = await browser.ask(location);
  return new URL(resumed.headers.get("location") ?? "about:blank");
}

/** A form sent to the token or revocation endpoint. */
export async function post(
  service: OAuthService,
  path: string,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; json: Readonly<Record<string, unknown>>; headers: Headers }> {
  const answer = await fetch(new URL(path, service.origin), {
    method: "POST",
    body: new URLSearchParams(form),
    headers,
  });
  const text = await answer.text();
  const json: Readonly<Record<string, unknown>> = text === "" ? {} : JSON.parse(text);
  return { status: answer.status, json, headers: answer.headers };
}

/** Tokens as the token endpoint gives them out. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string;
  readonly scope: string;
}

/** Redeems a code; throws where that is refused. */
export async function redeem(
  service: OAuthService,
  code: string,
  verifier: string,
  over: Readonly<Record<string, string>> = {},
): Promise<Tokens> {
  const { status, json } = await post(service, "/oauth/token", {
    grant_type: "authorization_code",
    code,
    code_verifier: verifier,
    client_id: service.clientId,
    redirect_uri: REDIRECT,
    ...over,
  });
  if (status !== 200) throw new Error(`the code was refused: ${JSON.stringify(json)}`);
  return tokensIn(json);
}

export const tokensIn = (json: Readonly<Record<string, unknown>>): Tokens => ({
  access: String(json["access_token"]),
  refresh: String(json["refresh_token"]),
  scope: String(json["scope"]),
});

/** A person with a workspace and a browser they are signed in with. */
export async function personWithBrowser(
  service: OAuthService,
  options: Parameters<OAuthService["workspace"]>[0] = {},
) {
  const place = await service.workspace(options);
  const browser = new TestBrowser(service.origin, await service.sessionCookie(place.userId));
  return { place, browser };
}

/** Everything up to the first tokens, for a new person. */
export async function connected(
  service: OAuthService,
  options: {
    readonly workspace?: Parameters<OAuthService["workspace"]>[0];
    readonly over?: Readonly<Record<string, string | readonly string[] | null>>;
    readonly scopes?: readonly string[];
  } = {},
) {
  const { place, browser } = await personWithBrowser(service, options.workspace);
  const { verifier, challenge } = pkce();
  const back = await authorize(browser, authorizeUrl(service, challenge, options.over), {
    workspaceId: place.id,
    ...(options.scopes ? { scopes: options.scopes } : {}),
  });
  const code = back.searchParams.get("code") ?? "";
  const tokens = await redeem(service, code, verifier);
  const [grant] = await service.sql<{ id: string }>(
    "SELECT id FROM oauth_grants WHERE workspace_id = $1 ORDER BY id DESC LIMIT 1",
    [place.id],
  );
  return { place, browser, code, verifier, tokens, grantId: grant?.id ?? "" };
}
