import { DomainError } from "@/server/domain/errors";
import { readDigits } from "./digits";
import { isJson, jsonIn } from "./json-body";
import type { HttpRequest } from "./message";
import type { Route } from "./routes";

const MEBIBYTE = 1024 * 1024;

/**
 * Returns the raw input of a call, read after the preceding checks have passed. Path parameters overwrite fields of
 * the same name in the body or query.
 * @throws DomainError 413, 415, 400 in that order, or 422 for a body that is no object
 */
export async function rawInput(
  request: HttpRequest,
  route: Route,
  query: string,
  parameters: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>> {
  const input =
    route.declaration.method === "GET"
      ? readDigits(queryOf(query), route.numbers)
      : await bodyOf(request, route);
  // The input was just created here, so it is modified in place instead of copying a large object.
  return Object.assign(input, readDigits({ ...parameters }, route.numbers));
}

/**
 * Returns the raw input of a query string; a repeated key yields a list.
 * @throws DomainError 422 for a NUL character
 */
export function queryOf(query: string): Record<string, unknown> {
  if (query === "") return {};
  const values = new Map<string, string | string[]>();
  for (const [key, value] of new URLSearchParams(query)) {
    if (value.includes("\u0000")) throw refused(key, "must not contain a NUL character");
    const previous = values.get(key);
    if (Array.isArray(previous)) previous.push(value);
    else values.set(key, previous === undefined ? value : [previous, value]);
  }
  return Object.fromEntries(values);
}

async function bodyOf(request: HttpRequest, route: Route): Promise<Record<string, unknown>> {
  const bytes = await request.body(route.declaration.maxBody ?? MEBIBYTE);
  if (bytes.length === 0) return {};
  const type = request.header("content-type");
  if (type !== null && !isJson(type)) throw new DomainError("unsupported_media_type");
  const body = await jsonIn(bytes);
  if (isRecord(body)) return body;
  throw refused("", "The body has to be a JSON object.");
}

const refused = (path: string, message: string): DomainError =>
  new DomainError("validation_error", undefined, { issues: [{ path, code: "invalid_type", message }] });

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);
