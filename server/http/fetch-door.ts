import { DomainError } from "@/server/domain/errors";
import type { HttpAnswer, HttpRequest } from "./message";

/** Lets a handler be called with a web Request, as route handlers receive it. */
export function fetchDoor(
  handle: (request: HttpRequest) => Promise<HttpAnswer>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { status, headers, body } = await handle(requestOf(request));
    return new Response(body === null || typeof body === "string" ? body : streamOf(body), {
      status,
      headers,
    });
  };
}

function requestOf(request: Request): HttpRequest {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    url: pathname + search,
    ip: null,
    header: (name) => request.headers.get(name),
    headers: () => request.headers,
    body: (limit) => readBody(request, limit),
    stream: (limit) => bodyStream(request, limit),
  };
}

async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bodyStream(request, limit)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* bodyStream(request: Request, limit: number): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get("content-length")) > limit) throw new DomainError("payload_too_large");
  const reader = request.body?.getReader();
  if (!reader) return;
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > limit) {
      await reader.cancel();
      throw new DomainError("payload_too_large");
    }
    yield part.value;
  }
}

/** Reads on only when the other side asks, and lets go when it leaves. */
function streamOf(body: AsyncIterable<string | Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const part = await iterator.next();
      if (part.done) controller.close();
      else controller.enqueue(typeof part.value === "string" ? encoder.encode(part.value) : part.value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
