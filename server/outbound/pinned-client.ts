import { buildConnector, Client } from "undici";
import { type AllowPrivate, HostError, pinHost, type Resolver } from "@/server/outbound/address";

export interface PinnedTarget {
  readonly allowPrivate: AllowPrivate;
  readonly resolve?: Resolver | undefined;
  /** Time limit in milliseconds, for the connection alone; `signal` limits everything. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** The reasons for which a request to an address got no answer. */
export type RequestFailure = "address_refused" | "timeout" | "network";

/**
 * Resolves the host of an address once, refuses it unless all its addresses are public, and runs `request` with a
 * client that connects to exactly those. The client is destroyed when `request` has ended, so that `request` has to
 * read as much of the answer as the caller needs.
 * @throws HostError for a host that is refused or does not resolve, the signal's reason after its abort, and the
 * connection's error; `failureOf` translates them
 */
export async function withPinnedClient<T>(
  url: URL,
  { allowPrivate, resolve, timeoutMs, signal }: PinnedTarget,
  request: (client: Client) => Promise<T>,
): Promise<T> {
  const pinned = pinHost(url, resolve ? { allowPrivate, resolve } : { allowPrivate });
  const lookup = await withDeadline(signal, pinned);
  const client = new Client(url.origin, {
    connect: buildConnector({ lookup, timeout: timeoutMs }),
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    return await request(client);
  } finally {
    // Not awaited: it would wait for a handshake in progress. A destroyed client sends nothing on a socket that opens
    // late.
    void client.destroy();
  }
}

/** Translates an error of a request to its reason and a message for people. */
export function failureOf(
  error: unknown,
  { signal, timeoutMs }: Pick<PinnedTarget, "signal" | "timeoutMs">,
): { readonly ok: false; readonly reason: RequestFailure; readonly message: string } {
  if (signal.aborted)
    return { ok: false, reason: "timeout", message: `No whole answer within ${timeoutMs} ms.` };
  if (error instanceof HostError) {
    const reason = error.reason === "not_public" ? "address_refused" : "network";
    return { ok: false, reason, message: error.message };
  }
  return { ok: false, reason: "network", message: "The connection failed or broke." };
}

/** Name resolution cannot be cancelled, so the deadline races against it. */
function withDeadline<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
