import { createHash, timingSafeEqual } from "node:crypto";
import type { HttpAnswer, HttpRequest } from "./message";

export const METRICS_PATH = "/metrics";

/**
 * Answers for the metrics, to whoever presents the token where there is one.
 * @param token null where everybody who reaches the port may read them
 */
export function metricsHandler(
  { text, contentType }: { text: () => Promise<string>; contentType: string },
  token: string | null,
): (request: HttpRequest) => Promise<HttpAnswer> {
  return async (request) => {
    const plain = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
    if (request.url.split("?", 1)[0] !== METRICS_PATH)
      return { status: 404, headers: plain, body: "There is no such path.\n" };
    if (request.method !== "GET" && request.method !== "HEAD")
      return { status: 405, headers: { ...plain, allow: "GET, HEAD" }, body: "Only GET and HEAD.\n" };
    if (token !== null && !presents(request.header("authorization"), token))
      return {
        status: 401,
        headers: { ...plain, "www-authenticate": 'Bearer realm="metrics"' },
        body: "The bearer token of the metrics is needed.\n",
      };
    const body = request.method === "HEAD" ? null : await text();
    return { status: 200, headers: { ...plain, "content-type": contentType }, body };
  };
}

// Compared by their hashes: of equal length, and in a time that tells nothing.
function presents(authorization: string | null, token: string): boolean {
  const given = /^Bearer (.+)$/i.exec(authorization ?? "")?.[1] ?? "";
  const [one, other] = [given, token].map((text) => createHash("sha256").update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
