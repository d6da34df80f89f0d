import type { IncomingMessage, ServerResponse } from "node:http";
import { errorResponse } from "@/server/api/error-response";
import { DomainError } from "@/server/domain/errors";
import { SMALL_BODY, withWholeBody } from "@/server/http/gate/whole-body";
import { isUtf8 } from "@/server/http/json-body";
import type { HttpResponse } from "@/server/http/message";
import { send } from "@/server/http/node-adapter";
import type { Services } from "@/server/usecases/services";
import { errorPage } from "./error-page";

/** No parameter of the protocol contains control characters, and PostgreSQL cannot store NUL. */
const CONTROL = /[\u0000-\u001f\u007f]/;
const DESCRIPTION = "a parameter holds control characters or is not in UTF-8";

/**
 * Reads the request's body. If it is too large or slow, or a parameter is not plain text, sends the error itself: 413
 * and 408 of the API's contract, or 400 invalid_request of the protocol.
 * @param call.machine true for an application, which receives JSON; false for a person's browser, which receives a
 *   page
 * @returns the request with its body; null when it was refused, before the provider read any of it
 */
export async function readPlainRequest(
  services: Pick<Services, "settings" | "newId" | "log">,
  { incoming, response, machine }: { incoming: IncomingMessage; response: ServerResponse; machine: boolean },
): Promise<IncomingMessage | null> {
  const { http } = services.settings;
  try {
    const limits = { bytes: SMALL_BODY, timeoutMs: http.bodyTimeoutMs };
    const { request, body } = await withWholeBody(incoming, limits);
    if (isPlainText(request, body)) return request;
    await send(invalidRequest(machine), incoming, response);
  } catch (thrown) {
    if (!(thrown instanceof DomainError)) throw thrown;
    await send(errorResponse(services, thrown), incoming, response);
  }
  return null;
}

function invalidRequest(machine: boolean): HttpResponse {
  const error = "invalid_request";
  const headers = {
    "content-type": machine ? "application/json" : "text/html; charset=utf-8",
    "cache-control": "no-store",
  };
  const json = JSON.stringify({ error, error_description: DESCRIPTION });
  return { status: 400, headers, body: machine ? json : errorPage(error, DESCRIPTION) };
}

function isPlainText({ url = "", headers }: IncomingMessage, body: Uint8Array): boolean {
  const type = headers["content-type"];
  if (type !== undefined && !isUtf8(type)) return false;
  const cut = url.indexOf("?");
  const parts = [cut < 0 ? "" : url.slice(cut + 1), Buffer.from(body).toString("utf8")];
  const [, basic] = /^basic +(\S+)/i.exec(headers.authorization ?? "") ?? [];
  if (basic) parts.push(Buffer.from(basic, "base64").toString("utf8").replace(":", "&"));
  return parts.every((part) =>
    [...new URLSearchParams(part)].every((pair) => !pair.some((text) => CONTROL.test(text))),
  );
}
