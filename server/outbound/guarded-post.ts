import type { Readable } from "node:stream";
import { buildConnector, Client } from "undici";
import { type AllowPrivate, HostError, pinHost, type Resolver } from "@/server/outbound/address";
import { checkedHeaders } from "@/server/outbound/headers";
import { type AddressRefusal, readWebAddress } from "@/server/outbound/web-address";

export interface GuardedPostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Time limit for everything (name resolution, connection, answer) in milliseconds. */
  readonly timeoutMs: number;
  /** The answer's body is read up to this size in bytes; the rest is not read. */
  readonly maxBytes: number;
  readonly ports: readonly number[];
  readonly allowPrivate: AllowPrivate;
  readonly resolve?: Resolver;
}

export type PostAnswer =
  | { readonly ok: true; readonly status: number; readonly body: string }
  | {
      readonly ok: false;
      readonly reason: AddressRefusal["reason"] | "address_refused" | "timeout" | "network";
      readonly message: string;
    };

/**
 * Posts a body to an unverified address, once. Internal networks cannot be reached: the host is resolved once,
 * refused unless all its addresses are public, and connected to exactly those. A redirect is an answer like any other
 * and is not followed. Failures of the remote server never throw.
 * @throws TypeError for headers that must not be set
 */
export async function guardedPost(address: string, options: GuardedPostOptions): Promise<PostAnswer> {
  const { timeoutMs, ports } = options;
  const headers = checkedHeaders(options.headers);
  const target = readWebAddress(address, ports);
  if (!target.ok) return target;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await post(target.url, { ...options, headers }, signal);
  } catch (error) {
    if (signal.aborted)
      return { ok: false, reason: "timeout", message: `No whole answer within ${timeoutMs} ms.` };
    if (error instanceof HostError)
      return {
        ok: false,
        reason: error.reason === "not_public" ? "address_refused" : "network",
        message: error.message,
      };
    return { ok: false, reason: "network", message: "The connection failed or broke." };
  }
}

async function post(url: URL, options: GuardedPostOptions, signal: AbortSignal): Promise<PostAnswer> {
  const { allowPrivate, resolve, headers, body, timeoutMs, maxBytes } = options;
  const lookup = await untilAborted(signal, pinHost(url, { allowPrivate, ...(resolve ? { resolve } : {}) }));
  const client = new Client(url.origin, {
    connect: buildConnector({ lookup, timeout: timeoutMs }),
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    const answer = await client.request({
      method: "POST",
      path: url.pathname + url.search,
      headers: { ...headers, "accept-encoding": "identity" },
      body,
      signal,
    });
    return { ok: true, status: answer.statusCode, body: await beginningOf(answer.body, maxBytes) };
  } finally {
    // Not awaited: it would wait for a handshake in progress. A destroyed client sends nothing on a late socket.
    void client.destroy();
  }
}

/** Reads at most `maxBytes` of a body as UTF-8. */
async function beginningOf(body: Readable, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  body.on("error", () => undefined);
  for await (const chunk of body) {
    if (!Buffer.isBuffer(chunk)) break;
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString("utf8");
}

/** Name resolution cannot be cancelled, so the time limit races against it. */
function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
