import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Admission } from "@/server/api/context";
import type { Log } from "@/server/usecases/services";
import type { Settings } from "@/server/usecases/settings";
import { clientAddress } from "./client-address";
import { encodeBody } from "./compressed";
import type { HttpRequest, HttpResponse } from "./message";
import { bodyStream, isTooMuchLeft, readBody, sendAndClose } from "./node-body";

export type NodeHandler = (incoming: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Adapts a handler to Node's HTTP server; an error while an answer is sent closes only that connection. */
export function nodeAdapter(
  handle: (request: HttpRequest) => Promise<HttpResponse>,
  { log, settings }: { readonly log: Log; readonly settings: Pick<Settings, "http"> },
): NodeHandler {
  const { bodyTimeoutMs } = settings.http;
  return async (incoming, response) => {
    try {
      await send(await handle(requestOf(incoming, bodyTimeoutMs)), incoming, response);
    } catch (error) {
      log.error({ err: error }, "an answer could not be sent");
      response.destroy();
    }
  };
}

const admissions = new WeakMap<IncomingMessage, Admission>();

/** Returns who a request was let in as; undefined when nobody was, or nothing asked. */
export const admissionOf = (incoming: IncomingMessage): Admission | undefined => admissions.get(incoming);

const requestOf = (incoming: IncomingMessage, bodyTimeoutMs: number): HttpRequest => ({
  admittedAs: (admission) => void admissions.set(incoming, admission),
  method: incoming.method ?? "GET",
  url: incoming.url ?? "/",
  ip: clientAddress(incoming),
  header: (name) => {
    const value = incoming.headers[name];
    return value === undefined ? null : typeof value === "string" ? value : value.join(", ");
  },
  headers: () => headersOf(incoming),
  body: (limit) => readBody(incoming, limit, bodyTimeoutMs),
  stream: (limit) => bodyStream(incoming, limit),
});

function headersOf({ headers }: IncomingMessage): Headers {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) all.set(name, typeof value === "string" ? value : value.join(", "));
  }
  return all;
}

/** Sends an answer. When much of the request is unread, closes the connection instead of reading the rest. */
export async function send(
  { status, headers, body }: HttpResponse,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (response.destroyed) return;
  const unread = isTooMuchLeft(incoming) || (status === 408 && !incoming.complete);
  if (unread && (body === null || typeof body === "string")) {
    sendAndClose(incoming, response, { status, headers, text: body ?? "" });
  } else if (body === null) {
    response.writeHead(status, headers).end();
  } else if (typeof body === "string") {
    const { headers: sent, bytes } = await encodeBody(
      body,
      headers,
      incoming.headers["accept-encoding"]?.toString(),
    );
    response.writeHead(status, { ...sent, "content-length": bytes.length }).end(bytes);
  } else {
    response.writeHead(status, headers);
    // A stream that ends itself has to end the answer, also while the client does not read.
    await pipeline(body instanceof Readable ? body : Readable.from(body), response).catch(
      (error: unknown) => {
        // The client closed the connection early, which is not an error.
        if (!(error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE"))
          throw error;
      },
    );
  }
}
