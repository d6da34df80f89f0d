import { buildConnector, Client, type Dispatcher } from "undici";
import { type PinnedAddress, parseStoreUrl, pinStoreAddress } from "@/server/stores/address";
import { notJson, textOf } from "@/server/stores/answer-text";
import { hostAnswer, type Refusal } from "@/server/stores/host-answer";
import {
  DEFAULT_TIMEOUT_MS,
  type StoreCertainty,
  type StoreConnection,
  StoreError,
} from "@/server/stores/port";
import { jsonWithoutSecrets, secretsOf, withoutSecrets } from "@/server/stores/secrets";

export const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

export type StoreCall = {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Appended to the path of the connection's URL; begins with a slash, may be empty. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The body as JSON text, in place of `body`, where its numbers have to leave as they are written. */
  readonly bodyText?: string;
  /** Reads the JSON of an answer; default: `JSON.parse`. */
  readonly parse?: (text: string) => unknown;
  /** Decides the certainty of a lost answer: after a write the store's state is unknown. */
  readonly access: "read" | "write";
  /**
   * Whether the JSON of an answer of 400 to 499 is an error of the store's own (null for a body without JSON). Only
   * then did the store refuse the call; any other such answer is one of a host in front of it.
   */
  readonly isOwnError: (json: unknown, status: number) => boolean;
  /** What a 404 that is none of the store's own probably means, as a sentence. */
  readonly missing?: string;
  /** Returns why the store refused the credentials, by the JSON of its 401 or 403; null for the usual text. */
  readonly explain?: (json: unknown) => string | null;
};

export type StoreResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly json: unknown;
  /** The length of the body as it was received. */
  readonly bytes: number;
};

/** Where a call went, what of it no text may repeat, and the clock by which its answer is read. */
type Asked = Pick<StoreConnection, "now"> & { readonly url: URL; readonly secrets: readonly string[] };

/** How far a call has progressed: before `sent` nothing can have reached the store. */
type Progress = { sent: boolean };

/**
 * Sends one HTTP request to a store. It is never repeated, redirects are never followed, and it ends after the
 * connection's timeout in whatever phase it is. Each call opens a new connection: the store may reset a reused idle
 * one just as a write leaves, and the write's outcome would be unknown.
 * @returns successes that carry JSON, and the store's own refusals of 400 to 499, for the connector to evaluate
 * @throws StoreError `throttled`, `unauthorized`, `unreachable`, `timeout`, `bad_answer`, `address_refused`; `timeout`
 * and definite for a write that `connection.mayStillWrite` refuses
 */
export async function callStore(connection: StoreConnection, call: StoreCall): Promise<StoreResponse> {
  const progress: Progress = { sent: false };
  const timeoutMs = connection.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const base = parseStoreUrl(connection.url);
    const pinned = await before(deadline, pinStoreAddress(base, { allowPrivate: connection.allowPrivate }));
    if (call.access === "write" && connection.mayStillWrite?.() === false)
      throw new StoreError(
        "timeout",
        "definite",
        "The price was not sent: what was read of the store before was too old by then.",
      );
    const secrets = secretsOf(call, connection.credentials);
    return await exchange(
      pinned,
      { ...call, secrets, answered: connection.answered, now: connection.now },
      { signal: deadline, timeoutMs },
      progress,
    );
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const certainty = certaintyOf(call, progress);
    if (deadline.aborted) {
      throw new StoreError("timeout", certainty, `The store did not answer within ${timeoutMs} ms.`, {
        cause: error,
      });
    }
    const message = progress.sent ? "The connection to the store broke." : "The store cannot be reached.";
    throw new StoreError("unreachable", certainty, message, { cause: error });
  }
}

const certaintyOf = (call: StoreCall, progress: Progress): StoreCertainty =>
  call.access === "write" && progress.sent ? "unknown" : "definite";

async function exchange(
  { url, lookup }: PinnedAddress,
  { secrets, answered, now, ...call }: StoreCall & Omit<Asked, "url"> & Pick<StoreConnection, "answered">,
  deadline: { readonly signal: AbortSignal; readonly timeoutMs: number },
  progress: Progress,
): Promise<StoreResponse> {
  const connect = buildConnector({ lookup, timeout: deadline.timeoutMs });
  const client = new Client(url.origin, {
    connect: (options, callback) =>
      connect(options, (...result) => {
        if (result[0] === null) progress.sent = true;
        callback(...result);
      }),
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const body = call.bodyText ?? (call.body === undefined ? null : JSON.stringify(call.body));
  try {
    const response = await client.request({
      method: call.method,
      path: url.pathname.replace(/\/$/, "") + call.path || "/",
      headers: {
        accept: "application/json",
        ...(body === null ? {} : { "content-type": "application/json" }),
        ...call.headers,
      },
      body,
      signal: deadline.signal,
    });
    answered?.(response.statusCode);
    return await readResponse(response, call, { url, secrets, now });
  } finally {
    // Not awaited, because it waits for a handshake in progress. A destroyed client sends nothing on a late socket.
    void client.destroy();
  }
}

async function readResponse(
  response: Dispatcher.ResponseData,
  call: StoreCall,
  { url, secrets, now }: Asked,
): Promise<StoreResponse> {
  const { statusCode: status, headers } = response;
  refuseRedirect(status, headers["location"], call, url);
  const body = await readBounded(response.body, call);
  const bytes = body.byteLength;
  const text = textOf(body);
  const parse = call.parse ?? JSON.parse;
  if (status >= 400) {
    const refusal = {
      status,
      text: withoutSecrets(text, secrets),
      retryAfterMs: retryAfterOf(headers, now()),
    };
    if (status >= 500) throw hostAnswer(call, refusal);
    const json = jsonWithoutSecrets(jsonOrNull(parse, text), secrets, true);
    refuseCall(refusal, json, call);
    return { status, headers, json, bytes };
  }
  try {
    const json = parse(text);
    const repeats = secrets.some((secret) => text.includes(secret));
    return { status, headers, json: repeats ? jsonWithoutSecrets(json, secrets, false) : json, bytes };
  } catch (cause) {
    throw invalidResponse(call, notJson(text), cause);
  }
}

function jsonOrNull(parse: (text: string) => unknown, text: string): unknown {
  try {
    return parse(text);
  } catch {
    return null;
  }
}

/** @throws StoreError unless it is a refusal of the store's own that the connector has to evaluate */
function refuseCall(refusal: Refusal, json: unknown, call: StoreCall): void {
  const { status, retryAfterMs } = refusal;
  if (!call.isOwnError(json, status)) throw hostAnswer(call, refusal);
  if (status === 401 || status === 403)
    throw new StoreError(
      "unauthorized",
      "definite",
      call.explain?.(json) ?? "The store refused the credentials.",
    );
  if (status === 429)
    throw new StoreError("throttled", "definite", "The store asks to slow down.", { retryAfterMs });
  // Even the store cannot know how far a request came that it stopped waiting for.
  if (status === 408)
    throw new StoreError(
      "timeout",
      certaintyOf(call, { sent: true }),
      "The store gave up waiting for the request.",
    );
}

/** Says where a redirect leads, without the query, which may hold the sign-in. */
function refuseRedirect(status: number, location: unknown, call: StoreCall, url: URL): void {
  if (status < 300 || status >= 400) return;
  const to = typeof location === "string" ? URL.parse(location, url) : null;
  const where = to === null ? "" : ` to ${to.origin}${to.pathname}`;
  throw invalidResponse(call, `The store answered ${call.method} with a redirect${where}: use that address.`);
}

function retryAfterOf({ "retry-after": header }: StoreResponse["headers"], nowMs: number): number | null {
  return parseRetryAfter(typeof header === "string" ? header : undefined, nowMs);
}

/** Returns the milliseconds that a Retry-After header (seconds or an HTTP date) requests; null for any other text. */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  const requestedMs = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isNaN(requestedMs) ? null : Math.max(0, requestedMs);
}

/**
 * Builds the error for an answer that the connector cannot parse: the outcome of a write is then unknown, while a
 * read changed nothing.
 */
export function invalidResponse(
  call: Pick<StoreCall, "access">,
  message: string,
  cause?: unknown,
): StoreError {
  return new StoreError("bad_answer", call.access === "write" ? "unknown" : "definite", message, { cause });
}

async function readBounded(
  body: Dispatcher.ResponseData["body"],
  call: Pick<StoreCall, "access">,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    if (!Buffer.isBuffer(chunk)) throw invalidResponse(call, "The store's answer cannot be read.");
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) throw invalidResponse(call, "The store's answer is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Rejects when the signal aborts first, because name resolution cannot be cancelled. */
function before<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
