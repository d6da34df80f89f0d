import type { Dispatcher } from "undici";
import type { AllowPrivate, Resolver } from "@/server/outbound/address";
import { BodyError, CONTENT_CODINGS, readDecoded } from "@/server/outbound/decoded-body";
import { checkedHeaders, headersOf, isAccepted, type ResponseHeaders } from "@/server/outbound/headers";
import { failureOf, type RequestFailure, withPinnedClient } from "@/server/outbound/pinned-client";
import { type AddressRefusal, readWebAddress } from "@/server/outbound/web-address";

export type GuardedFetchOptions = {
  /** Accepted media types of a successful answer: `text/html`, `text/*`, or any. */
  readonly accept: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Maximum size of the decoded body in bytes; 2 MiB by default. */
  readonly maxBytes?: number;
  /** Time limit for everything (name resolution, redirects, body) in milliseconds; 10 s by default. */
  readonly timeoutMs?: number;
  readonly maxRedirects?: number;
  /** Decides whether a redirect to another origin may be followed; all may by default. */
  readonly mayFollow?: (url: URL) => Promise<boolean>;
  readonly ports?: readonly number[];
  readonly resolve?: Resolver;
  readonly allowPrivate?: AllowPrivate;
};

export type FetchRefusal =
  | AddressRefusal["reason"]
  | RequestFailure
  | "too_many_redirects"
  | "redirect_refused"
  | "too_large"
  | "content_type";

export type GuardedResponse =
  | {
      readonly ok: true;
      /** The address that answered, after redirects. */
      readonly url: string;
      readonly status: number;
      readonly headers: ResponseHeaders;
      /** Unchanged, with its parameters. */
      readonly contentType: string | null;
      /** Decoded; empty unless the status is a success. */
      readonly body: Buffer;
    }
  | { readonly ok: false; readonly reason: FetchRefusal; readonly message: string };

type Refused = Extract<GuardedResponse, { ok: false }>;
type Limits = Required<Omit<GuardedFetchOptions, "resolve" | "headers" | "mayFollow">> & {
  readonly mayFollow: ((url: URL) => Promise<boolean>) | undefined;
  readonly resolve: Resolver | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
};

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Requests an unverified address with GET. Internal networks cannot be reached: every hop is resolved once, refused
 * unless all its addresses are public, and connected to exactly those; redirects are followed here, and each target
 * is checked like the first. Failures of the remote server never throw; they are a refusal with its reason or an
 * answer with its status (304 included).
 * @throws TypeError for headers that must not be set
 */
export async function guardedFetch(url: string, options: GuardedFetchOptions): Promise<GuardedResponse> {
  const timeoutMs = options.timeoutMs ?? 10_000;
  const limits: Limits = {
    accept: options.accept,
    headers: checkedHeaders(options.headers ?? {}),
    maxBytes: options.maxBytes ?? 2 * 1024 * 1024,
    timeoutMs,
    maxRedirects: options.maxRedirects ?? 3,
    mayFollow: options.mayFollow,
    ports: options.ports ?? [80, 443],
    resolve: options.resolve,
    allowPrivate: options.allowPrivate ?? false,
    signal: AbortSignal.timeout(timeoutMs),
  };
  const first = readWebAddress(url, limits.ports);
  if (!first.ok) return first;
  try {
    return await follow(first.url, limits);
  } catch (error) {
    if (error instanceof BodyError && !limits.signal.aborted)
      return refuse(error.reason === "too_large" ? "too_large" : "content_type", error.message);
    return failureOf(error, limits);
  }
}

async function follow(first: URL, limits: Limits): Promise<GuardedResponse> {
  let url = first;
  let headers = limits.headers;
  for (let redirects = 0; ; redirects += 1) {
    const step = await requestOnce(url, headers, limits);
    if (!("location" in step)) return step;
    if (redirects >= limits.maxRedirects) {
      return refuse("too_many_redirects", `The address redirects more than ${limits.maxRedirects} times.`);
    }
    const next = readWebAddress(step.location, limits.ports, url);
    if (!next.ok) return next;
    const { mayFollow } = limits;
    const isOther = next.url.origin !== url.origin;
    // A forbidden address is refused as such, before anybody asks its host what may be requested.
    if (mayFollow && isOther) await withPinnedClient(next.url, limits, async () => undefined);
    if (mayFollow && !(await mayFollow(next.url)))
      return refuse("redirect_refused", "The address redirects to one that may not be requested.");
    if (isOther) headers = withoutCredentials(headers);
    url = next.url;
  }
}

const withoutCredentials = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !/^(authorization|cookie)$/i.test(name)));

async function requestOnce(
  url: URL,
  headers: Readonly<Record<string, string>>,
  limits: Limits,
): Promise<GuardedResponse | { readonly location: string }> {
  return withPinnedClient(url, limits, async (client) => {
    const response = await client.request({
      method: "GET",
      path: url.pathname + url.search,
      headers: { accept: limits.accept.join(", "), ...headers, "accept-encoding": CONTENT_CODINGS },
      signal: limits.signal,
    });
    return take(response, url, limits);
  });
}

async function take(
  response: Dispatcher.ResponseData,
  url: URL,
  limits: Limits,
): Promise<GuardedResponse | { readonly location: string }> {
  const headers = headersOf(response.headers);
  const status = response.statusCode;
  const contentType = headers.get("content-type");
  const answerBase = { ok: true as const, url: url.href, status, headers, contentType };
  if (REDIRECTS.has(status)) {
    discard(response);
    const location = headers.get("location");
    return location === null ? refuse("network", "The answer is a redirect to nowhere.") : { location };
  }
  if (status < 200 || status > 299) {
    discard(response);
    return { ...answerBase, body: Buffer.alloc(0) };
  }
  if (status !== 204 && !isAccepted(contentType, limits.accept)) {
    discard(response);
    return refuse("content_type", `The answer is ${contentType?.slice(0, 100) ?? "of no stated type"}.`);
  }
  const body = await readDecoded(response.body, headers.get("content-encoding"), limits.maxBytes);
  return { ...answerBase, body };
}

/** The client is destroyed after the answer was evaluated; the resulting error of the unread body is ignored. */
function discard(response: Dispatcher.ResponseData): void {
  response.body.on("error", () => {});
  response.body.destroy();
}

const refuse = (reason: FetchRefusal, message: string): Refused => ({ ok: false, reason, message });
