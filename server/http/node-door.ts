import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { DomainError } from "@/server/domain/errors";
import type { Log } from "@/server/usecases/acting";
import { clientAddress } from "./client-address";
import type { HttpAnswer, HttpRequest } from "./message";

export type NodeDoor = (incoming: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Lets Node's own server speak to a handler; what goes wrong while an answer is sent ends that connection alone. */
export function nodeDoor(handle: (request: HttpRequest) => Promise<HttpAnswer>, log: Log): NodeDoor {
  return async (incoming, response) => {
    try {
      await send(await handle(requestOf(incoming)), response);
    } catch (error) {
      log.error({ err: error }, "an answer could not be sent");
      response.destroy();
    }
  };
}

const requestOf = (incoming: IncomingMessage): HttpRequest => ({
  method: incoming.method ?? "GET",
  url: incoming.url ?? "/",
  ip: clientAddress(incoming),
  header: (name) => {
    const value = incoming.headers[name];
    return value === undefined ? null : typeof value === "string" ? value : value.join(", ");
  },
  headers: () => headersOf(incoming),
  body: (limit) => readBody(incoming, limit),
  stream: (limit) => bodyStream(incoming, limit),
});

function headersOf({ headers }: IncomingMessage): Headers {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) all.set(name, typeof value === "string" ? value : value.join(", "));
  }
  return all;
}

async function* bodyStream(incoming: IncomingMessage, limit: number): AsyncGenerator<Uint8Array> {
  let length = 0;
  try {
    if (Number(incoming.headers["content-length"]) > limit) throw new DomainError("payload_too_large");
    const chunks: AsyncIterable<Buffer> = incoming.iterator({ destroyOnReturn: false });
    for await (const chunk of chunks) {
      length += chunk.length;
      if (length > limit) throw new DomainError("payload_too_large");
      yield chunk;
    }
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError("bad_request", "The request was broken off.", {}, { cause: error });
  } finally {
    incoming.resume();
  }
}

/** What is left of a body that is too long is read and thrown away, so that the connection can go on. */
function readBody(incoming: IncomingMessage, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const stop = (error: Error): void => {
      incoming.removeAllListeners("data").resume();
      reject(error);
    };
    if (Number(incoming.headers["content-length"]) > limit) {
      stop(new DomainError("payload_too_large"));
      return;
    }
    incoming.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) stop(new DomainError("payload_too_large"));
      else chunks.push(chunk);
    });
    incoming.once("end", () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    // Whoever broke off in the middle of a body is not there to read what it gets.
    for (const event of ["error", "close"])
      incoming.once(event, () => reject(new DomainError("bad_request", "The request was broken off.")));
  });
}

async function send({ status, headers, body }: HttpAnswer, response: ServerResponse): Promise<void> {
  if (response.destroyed) return;
  if (body === null) {
    response.writeHead(status, headers).end();
  } else if (typeof body === "string") {
    response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) }).end(body);
  } else {
    response.writeHead(status, headers);
    await pipeline(Readable.from(body), response).catch((error: unknown) => {
      // A reader who leaves early ends the stream; that is no fault of anyone.
      if (!(error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE"))
        throw error;
    });
  }
}
