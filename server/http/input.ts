import { DomainError } from "@/server/domain/errors";
import type { HttpRequest } from "./message";
import type { Route } from "./routes";

const MEBIBYTE = 1024 * 1024;

/**
 * The raw input of a call, read when the checks before it have passed. Path parameters win over what a body or
 * a query says under the same name. Throws 413, 415, 400 in that order, or 422 for a body that is no object.
 */
export async function rawInput(
  request: HttpRequest,
  route: Route,
  query: string,
  parameters: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>> {
  const given = route.declaration.method === "GET" ? queryOf(query) : await bodyOf(request, route);
  return { ...given, ...parameters };
}

/** The raw input a query string carries; a key that stands there twice holds a list. Throws 422 for a NUL character. */
export function queryOf(query: string): Record<string, unknown> {
  if (query === "") return {};
  const found: Record<string, unknown> = {};
  for (const [key, value] of new URLSearchParams(query)) {
    if (value.includes("\u0000")) throw refused(key, "must not contain a NUL character");
    const before = found[key];
    found[key] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value];
  }
  return found;
}

async function bodyOf(request: HttpRequest, route: Route): Promise<Record<string, unknown>> {
  const bytes = await request.body(route.declaration.maxBody ?? MEBIBYTE);
  if (bytes.length === 0) return {};
  const type = request.header("content-type");
  if (type !== null && !/^application\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(type))
    throw new DomainError("unsupported_media_type");
  const body = parsed(bytes);
  if (body !== null && typeof body === "object" && !Array.isArray(body)) return { ...body };
  throw refused("", "The body has to be a JSON object.");
}

const refused = (path: string, message: string): DomainError =>
  new DomainError("validation_error", undefined, { issues: [{ path, code: "invalid_type", message }] });

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new DomainError("bad_request", undefined, {}, { cause });
  }
}
