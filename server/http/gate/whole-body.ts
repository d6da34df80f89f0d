import { IncomingMessage } from "node:http";
import { hasBody, readBody } from "../node-body";

/** Maximum size of a body for a page, for sign-in and for the authorization server, in bytes. */
export const SMALL_BODY = 64 * 1024;

/**
 * Reads a body with a limit before any code that would buffer it without one sees the request.
 * @returns a request with the same content whose body is already read; the original one when it has no body
 * @throws DomainError payload_too_large, request_timeout, bad_request
 */
export async function withWholeBody(
  incoming: IncomingMessage,
  limits: { readonly bytes: number; readonly timeoutMs: number },
): Promise<{ readonly request: IncomingMessage; readonly body: Uint8Array }> {
  if (!hasBody(incoming)) return { request: incoming, body: new Uint8Array() };
  const body = await readBody(incoming, limits.bytes, limits.timeoutMs);
  return { request: replayed(incoming, body), body };
}

function replayed(incoming: IncomingMessage, body: Uint8Array): IncomingMessage {
  const copy = new IncomingMessage(incoming.socket);
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = incoming;
  Object.assign(copy, { method, url, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor });
  copy.headers = headers;
  // The body is complete now and has a length, so it is no longer chunked.
  delete copy.headers["transfer-encoding"];
  copy.headers["content-length"] = String(body.length);
  copy.push(body);
  copy.push(null);
  copy.complete = true;
  return copy;
}
