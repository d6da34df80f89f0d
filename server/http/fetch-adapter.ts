import { errorResponse } from "@/server/api/error-response";
import { DomainError } from "@/server/domain/errors";
import type { Services } from "@/server/usecases/services";
import { SMALL_BODY } from "./gate/whole-body";
import type { HttpRequest, HttpResponse } from "./message";

/** Adapts a handler to web Requests, as Next route handlers receive them. */
export function fetchAdapter(
  handle: (request: HttpRequest) => Promise<HttpResponse>,
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

/**
 * Reads a request's body with a size limit before a library reads it without one.
 * @returns the answer of `answer` for the request with the body already read, or the contract's 413
 */
export async function handleWithSmallBody(
  services: Pick<Services, "settings" | "newId" | "log">,
  request: Request,
  respond: (whole: Request) => Promise<Response>,
): Promise<Response> {
  const { method, headers, url } = request;
  try {
    const body = request.body === null ? null : await readBody(request, SMALL_BODY);
    return await respond(new Request(url, { method, headers, body }));
  } catch (thrown) {
    if (!(thrown instanceof DomainError)) throw thrown;
    return refusal(services, thrown);
  }
}

/** Builds the contract's answer to a request that is refused before its credentials are checked. */
export function refusal(
  services: Pick<Services, "settings" | "newId" | "log">,
  error: DomainError,
  more: Readonly<Record<string, string>> = {},
): Response {
  const { status, headers, body } = errorResponse(services, error, { headers: () => more });
  return new Response(String(body), { status, headers });
}

async function readBody(request: Request, limit: number): Promise<Buffer<ArrayBuffer>> {
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

/** Converts an async iterable to a stream: pulls on demand, and ends the iterator when the stream is cancelled. */
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
