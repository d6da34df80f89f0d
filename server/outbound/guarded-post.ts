import type { Readable } from "node:stream";
import type { AllowPrivate, Resolver } from "@/server/outbound/address";
import { checkedHeaders } from "@/server/outbound/headers";
import { failureOf, type RequestFailure, withPinnedClient } from "@/server/outbound/pinned-client";
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
      readonly reason: AddressRefusal["reason"] | RequestFailure;
      readonly message: string;
    };

/**
 * Posts a body to an unverified address, once. Internal networks cannot be reached: the host is resolved once,
 * refused unless all its addresses are public, and connected to exactly those. A redirect is an answer like any other
 * and is not followed. Failures of the remote server never throw.
 * @throws TypeError for headers that must not be set
 */
export async function guardedPost(address: string, options: GuardedPostOptions): Promise<PostAnswer> {
  const { body, maxBytes, timeoutMs } = options;
  const headers = checkedHeaders(options.headers);
  const target = readWebAddress(address, options.ports);
  if (!target.ok) return target;
  const { url } = target;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await withPinnedClient(url, { ...options, signal }, async (client) => {
      const answer = await client.request({
        method: "POST",
        path: url.pathname + url.search,
        headers: { ...headers, "accept-encoding": "identity" },
        body,
        signal,
      });
      return { ok: true, status: answer.statusCode, body: await beginningOf(answer.body, maxBytes) };
    });
  } catch (error) {
    return failureOf(error, { signal, timeoutMs });
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
