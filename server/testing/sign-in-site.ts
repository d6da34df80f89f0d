import type { IncomingMessage, ServerResponse } from "node:http";
import type { NextApiResponse } from "next";
import NextAuth from "next-auth";
import { appRouter } from "@/server/api/root";
import { linkCookie } from "@/server/auth/link-cookie";
import { authOptions } from "@/server/auth/sign-in-options";
import { signInRequest } from "@/server/auth/sign-in-request";
import { setLibraryEnv } from "@/server/boot/env";
import { clientAddress } from "@/server/http/client-address";
import { nodeAdapter } from "@/server/http/node-adapter";
import { SESSION_JWT_PATH, sessionJwtHandler } from "@/server/http/session-jwt";
import { TRPC_PREFIX, trpcHandler } from "@/server/http/trpc-handler";
import { serveLoopback } from "@/server/testing/loopback-server";
import { PENDING_IDENTITY_MS } from "@/server/usecases/identities/identities";
import { startTestService, type TestService, type TestServiceOptions } from "./service";

/** Sign-in, the browser's calls and the API over HTTP at one address, without the pages. */
export interface SignInSite {
  readonly url: string;
  readonly service: TestService;
  /** Opens a browser that stores its cookies and does not follow redirects. */
  browser(): SiteBrowser;
  close(): Promise<void>;
}

export interface SiteBrowser {
  /** The site's cookies as a header. */
  cookies(): string;
  get(path: string): Promise<Response>;
  post(path: string, form: Readonly<Record<string, string>>): Promise<Response>;
  signIn(email: string, password: string): Promise<Response>;
  /** Calls a procedure as a page does; POST for a mutation. */
  call(procedure: string, input: object, method?: "GET" | "POST"): Promise<{ status: number; data: unknown }>;
}

/** Starts the site; `settings` may depend on the address it will have. */
export async function startSignInSite(
  settingsAt: (url: string) => TestServiceOptions["settings"] | Promise<TestServiceOptions["settings"]>,
): Promise<SignInSite> {
  let dispatch: (incoming: IncomingMessage, response: ServerResponse) => Promise<void> = () =>
    Promise.resolve();
  const server = await serveLoopback((incoming, response) => {
    dispatch(incoming, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  const url = `http://localhost:${server.port}`;
  const settings = { ...(await settingsAt(url)), publicUrl: url };
  const service = await startTestService({ settings, now: new Date().toISOString() });
  setLibraryEnv(url);
  const trpc = nodeAdapter(trpcHandler(appRouter, service.services, service.rateLimiter), service.services);
  const jwt = nodeAdapter(sessionJwtHandler(service.services, service.rateLimiter), service.services);
  dispatch = async (incoming, response) => {
    const path = incoming.url ?? "/";
    if (path.startsWith(TRPC_PREFIX)) return trpc(incoming, response);
    if (path === SESSION_JWT_PATH) return jwt(incoming, response);
    if (path.startsWith("/api/auth/")) return signInHandler(service, incoming, response);
    response.writeHead(200).end("a page");
  };
  return {
    url,
    service,
    browser: () => browserAt(url),
    close: async () => {
      await server.close();
      await service.close();
    },
  };
}

async function signInHandler(
  { services, rateLimiter }: TestService,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const header = (name: string) => String(incoming.headers[name] ?? "") || null;
  const { facts } = signInRequest(services, header, clientAddress(incoming));
  const { publicUrl } = services.settings;
  const { pathname, searchParams } = new URL(incoming.url ?? "/", publicUrl);
  let text = "";
  for await (const chunk of incoming) text += String(chunk);
  const request = Object.assign(incoming, {
    query: { ...Object.fromEntries(searchParams), nextauth: pathname.split("/").slice(3) },
    cookies: Object.fromEntries(
      (header("cookie") ?? "").split("; ").map((pair): [string, string] => {
        const at = pair.indexOf("=");
        return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))];
      }),
    ),
    body: Object.fromEntries(new URLSearchParams(text)),
    env: {},
  });
  const waiting = (code: string) =>
    void response.appendHeader("set-cookie", linkCookie(publicUrl, code, PENDING_IDENTITY_MS));
  await NextAuth(request, responseOf(response), authOptions(services, rateLimiter, { ...facts, waiting }));
}

/** Adds the members that the sign-in library expects beyond Node's own response. */
function responseOf(response: ServerResponse): NextApiResponse {
  const none = () => reply;
  const json = (body: unknown) =>
    void response.end(typeof body === "string" ? body : JSON.stringify(body ?? {}));
  const reply: NextApiResponse = Object.assign(response, {
    status: (code: number) => {
      response.statusCode = code;
      return reply;
    },
    json,
    send: json,
    redirect: none,
    setDraftMode: none,
    setPreviewData: none,
    clearPreviewData: none,
    revalidate: () => Promise.resolve(),
  });
  return reply;
}

function browserAt(url: string): SiteBrowser {
  const jar = new Map<string, string>();
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { origin: url, "user-agent": "curl/8.0", cookie: cookies(), ...init.headers };
    const response = await fetch(new URL(path, url), { ...init, redirect: "manual", headers });
    for (const cookie of response.headers.getSetCookie()) storeCookie(jar, cookie);
    return response;
  };
  const post: SiteBrowser["post"] = async (path, form) => {
    const { csrfToken } = (await (await send("/api/auth/csrf")).json()) as { csrfToken: string };
    return send(path, { method: "POST", body: new URLSearchParams({ ...form, csrfToken, json: "true" }) });
  };
  return {
    cookies,
    get: (path) => send(path),
    post,
    signIn: (email, password) => post("/api/auth/callback/credentials", { email, password }),
    call: async (procedure, input, method = "POST") => {
      const path = `${TRPC_PREFIX}/${procedure}`;
      const response =
        method === "GET"
          ? await send(`${path}?input=${encodeURIComponent(JSON.stringify(input))}`)
          : await send(path, {
              method,
              body: JSON.stringify(input),
              headers: { "content-type": "application/json" },
            });
      const { result, error } = (await response.json()) as {
        result?: { data: unknown };
        error?: { data: unknown };
      };
      return { status: response.status, data: result?.data ?? error?.data };
    },
  };
}

function storeCookie(jar: Map<string, string>, cookie: string): void {
  const [pair = "", ...attributes] = cookie.split(";");
  const at = pair.indexOf("=");
  const name = pair.slice(0, at);
  const gone = attributes.some((each) => /^\s*(max-age=0|expires=thu, 01 jan 1970)/i.test(each));
  if (gone || at === pair.length - 1) jar.delete(name);
  else jar.set(name, pair.slice(at + 1));
}
