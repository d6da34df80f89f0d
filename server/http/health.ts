import { apiHeaders } from "./error-answer";
import type { HttpAnswer, HttpRequest } from "./message";

/** What has to be so before requests are sent here; each by its name. */
export type Readiness = () => Promise<Readonly<Record<string, boolean>>>;

/** `/healthz` says that the process answers, `/readyz` that everything it needs is there; null for other paths. */
export function healthHandler(
  readiness: Readiness,
  newId: () => string,
): (request: HttpRequest) => Promise<HttpAnswer | null> {
  const answer = (status: number, body: object): HttpAnswer => ({
    status,
    headers: apiHeaders(newId()),
    body: JSON.stringify(body),
  });
  return async ({ url }) => {
    const path = url.split("?", 1)[0];
    if (path === "/healthz") return answer(200, { status: "ok" });
    if (path !== "/readyz") return null;
    const checks = await readiness();
    const ready = Object.values(checks).every(Boolean);
    return answer(ready ? 200 : 503, { status: ready ? "ready" : "not_ready", checks });
  };
}
