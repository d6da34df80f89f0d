import { IncomingMessage } from "node:http";
import { hasBody, readBody } from "../node-body";

/** The largest body of a page, of sign-in or of the authorization server, in bytes. */
export const SMALL_BODY = 64 * 1024;

/**
 * Reads a body before anything that would buffer it without a bound sees the request.
 * @returns a request of the same content whose body is already there; the one given where it has none
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
  const again = new IncomingMessage(incoming.socket);
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = incoming;
  Object.assign(again, { method, url, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor });
  again.headers = headers;
  // The body is whole now: what it was sent in pieces as is no more.
  delete again.headers["transfer-encoding"];
  again.headers["content-length"] = String(body.length);
  again.push(body);
  again.push(null);
  again.complete = true;
  return again;
}
