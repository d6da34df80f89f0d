import type { IncomingMessage, ServerResponse } from "node:http";
import { DomainError } from "@/server/domain/errors";

/** A rest of a body up to this size is read and discarded to keep the connection alive, in bytes. */
const WORTH_READING = 64 * 1024;
/** How long a refused sender has to read the answer before its connection is closed, in milliseconds. */
const LINGER_TIMEOUT_MS = 1_000;

const declared = (incoming: IncomingMessage): number => Number(incoming.headers["content-length"]);

/**
 * Reads the body in chunks.
 * @throws DomainError payload_too_large once it is longer than `limit` bytes, bad_request when it is aborted
 */
export async function* bodyStream(incoming: IncomingMessage, limit: number): AsyncGenerator<Uint8Array> {
  let length = 0;
  try {
    if (declared(incoming) > limit) throw new DomainError("payload_too_large");
    const chunks: AsyncIterable<Buffer> = incoming.iterator({ destroyOnReturn: false });
    for await (const chunk of chunks) {
      length += chunk.length;
      if (length > limit) throw new DomainError("payload_too_large");
      yield chunk;
    }
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError("bad_request", "The request was broken off.", {}, { cause: error });
  }
}

/**
 * Reads the whole body; stops at the size limit or the time limit.
 * @param timeoutMs time limit for receiving the body, in milliseconds
 * @throws DomainError payload_too_large, request_timeout, bad_request when it is aborted
 */
export function readBody(incoming: IncomingMessage, limit: number, timeoutMs: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let settled = false;
    const stop = (error: Error): void => {
      settled = true;
      clearTimeout(timer);
      incoming.removeAllListeners("data").pause();
      reject(error);
    };
    const timer = setTimeout(() => stop(new DomainError("request_timeout")), timeoutMs);
    if (declared(incoming) > limit) {
      stop(new DomainError("payload_too_large"));
      return;
    }
    incoming.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) stop(new DomainError("payload_too_large"));
      else chunks.push(chunk);
    });
    incoming.once("end", () => {
      settled = true;
      clearTimeout(timer);
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    });
    // A sender that aborted its body does not read the answer.
    for (const event of ["error", "close"])
      incoming.once(event, () => {
        if (!settled) stop(new DomainError("bad_request", "The request was broken off."));
      });
  });
}

/** Whether so much of a request is unread that closing its connection is cheaper than reading the rest. */
export const isTooMuchLeft = (incoming: IncomingMessage): boolean =>
  hasBody(incoming) && !incoming.complete && !(declared(incoming) <= WORTH_READING);

/** Whether the headers of a request announce a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * Sends an answer to a request whose body is not read completely, then closes the connection. The sender gets some
 * time to read the answer, because closing at once would discard it.
 */
export function sendAndClose(
  incoming: IncomingMessage,
  response: ServerResponse,
  reply: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly text: string;
  },
): void {
  const { socket } = incoming;
  incoming.pause();
  const length = String(Buffer.byteLength(reply.text));
  response.writeHead(reply.status, { ...reply.headers, "content-length": length, connection: "close" });
  if (reply.text === "") response.flushHeaders();
  // Ending the response would make Node read the rest of the body.
  else response.write(reply.text);
  const cut = setTimeout(() => socket.destroy(), LINGER_TIMEOUT_MS);
  socket.once("close", () => clearTimeout(cut));
}
