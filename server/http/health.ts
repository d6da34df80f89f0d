import { apiHeaders } from "@/server/api/error-response";
import type { HttpRequest, HttpResponse } from "./message";

/** The conditions for receiving requests, each by its name. */
export type Readiness = () => Promise<Readonly<Record<string, boolean>>>;

/**
 * `/healthz` reports that the process answers, `/readyz` that all its dependencies are available; null for other
 * paths.
 */
export function healthHandler(
  readiness: Readiness,
  newId: () => string,
): (request: HttpRequest) => Promise<HttpResponse | null> {
  const respond = (status: number, body: object): HttpResponse => ({
    status,
    headers: apiHeaders(newId()),
    body: JSON.stringify(body),
  });
  return async ({ url }) => {
    const path = url.split("?", 1)[0];
    if (path === "/healthz") return respond(200, { status: "ok" });
    if (path !== "/readyz") return null;
    const checks = await readiness();
    const ready = Object.values(checks).every(Boolean);
    return respond(ready ? 200 : 503, { status: ready ? "ready" : "not_ready", checks });
  };
}
