import { DomainError } from "@/server/domain/errors";
import { type JsonBounds, JsonTooComplex, parseJson } from "./bounded-json";
import type { HttpRequest } from "./message";

const MEDIA_TYPE = /^application\/(json|[\w.+-]{1,100}\+json)\s{0,10}(;|$)/i;
const CHARSET = /;\s{0,10}charset\s{0,10}=\s{0,10}"?([^\s";]{1,40})"?/i;

/** Whether a media type is JSON in UTF-8; other encodings are not supported. */
export const isJson = (contentType: string | null): boolean =>
  contentType !== null && MEDIA_TYPE.test(contentType) && isUtf8(contentType);

/** Whether a media type names no encoding other than UTF-8. */
export function isUtf8(contentType: string): boolean {
  const charset = CHARSET.exec(contentType)?.[1];
  return charset === undefined ? !/;\s*charset/i.test(contentType) : /^utf-?8$/i.test(charset);
}

/**
 * Reads a JSON body; undefined for an empty one.
 * @param limit in bytes
 * @throws DomainError payload_too_large (too many bytes, names or values), bad_request for invalid JSON
 */
export async function jsonOf(request: HttpRequest, limit: number): Promise<unknown> {
  return jsonIn(await request.body(limit));
}

/** Parses JSON from bytes. @throws DomainError payload_too_large, bad_request */
export async function jsonIn(bytes: Uint8Array, bounds?: JsonBounds): Promise<unknown> {
  if (bytes.length === 0) return undefined;
  try {
    return await parseJson(bytes, bounds);
  } catch (cause) {
    if (cause instanceof JsonTooComplex) throw new DomainError("payload_too_large", cause.message);
    throw new DomainError("bad_request", undefined, {}, { cause });
  }
}
