/** The headers of an answer; names are case-insensitive, repeated ones are joined by a comma. */
export type ResponseHeaders = { readonly get: (name: string) => string | null };

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Headers that frame the message, name its target or choose its coding: guardedFetch sets them itself. */
const OWN =
  /^(host|connection|keep-alive|upgrade|te|trailer|transfer-encoding|content-length|expect|accept-encoding|proxy-.*)$/i;

/**
 * Returns the headers if they may be sent.
 * @throws TypeError for one that would change the request's frame or split it
 */
export function checkedHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(headers)) {
    if (!TOKEN.test(name) || OWN.test(name)) throw new TypeError("That header must not be set.");
    if (!VALUE.test(value)) throw new TypeError(`The header ${name} has a value that cannot be sent.`);
  }
  return headers;
}

/** Wraps raw headers, whose names are in lower case, in `ResponseHeaders`. */
export function headersOf(
  raw: Readonly<Record<string, string | readonly string[] | undefined>>,
): ResponseHeaders {
  return {
    get: (name) => {
      const key = name.toLowerCase();
      const value = Object.hasOwn(raw, key) ? raw[key] : undefined;
      if (value === undefined) return null;
      return typeof value === "string" ? value : value.join(", ");
    },
  };
}

/** Whether a Content-Type matches one of the media types (`text/html`, or with a `*` as in Accept). */
export function isAccepted(contentType: string | null, accept: readonly string[]): boolean {
  const essence = (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  return accept.some((type) => {
    const pattern = type.toLowerCase();
    if (pattern === "*/*") return true;
    return pattern.endsWith("/*") ? essence.startsWith(pattern.slice(0, -1)) : essence === pattern;
  });
}
