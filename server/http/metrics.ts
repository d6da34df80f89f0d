import { createHash, timingSafeEqual } from "node:crypto";
import type { HttpRequest, HttpResponse } from "./message";

export const METRICS_PATH = "/metrics";

/**
 * Handles requests for the metrics; requires the bearer token when one is set.
 * @param token null when everyone who reaches the port may read them
 */
export function metricsHandler(
  { text, contentType }: { text: () => Promise<string>; contentType: string },
  token: string | null,
): (request: HttpRequest) => Promise<HttpResponse> {
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

// Compares hashes, which have equal length, in constant time.
function presents(authorization: string | null, token: string): boolean {
  const presented = /^Bearer (.+)$/i.exec(authorization ?? "")?.[1] ?? "";
  const [one, other] = [presented, token].map((text) => createHash("sha256").update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
