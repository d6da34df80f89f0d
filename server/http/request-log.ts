import type { IncomingMessage, ServerResponse } from "node:http";
import { logEvent } from "@/server/domain/log/events";
import type { HandledRequest } from "@/server/metrics/metrics";
import type { Log } from "@/server/usecases/services";
import { admissionOf } from "./node-adapter";

/** What probes and pages ask for all the time; a line is written where it goes wrong. */
const QUIET = new Set(["/healthz", "/readyz", "/metrics", "/_next/*"]);

/**
 * Writes one line for a request that was answered or broken off: never the address itself, which may hold a code, an
 * e-mail address or a search, but the name of its route.
 */
export function logRequest(
  log: Log,
  incoming: IncomingMessage,
  response: ServerResponse,
  { method, route, status, seconds }: HandledRequest,
): void {
  if (QUIET.has(route) && status < 500) return;
  logEvent(log, "request", {
    method,
    route,
    status,
    ms: Math.round(seconds * 1_000),
    request: response.getHeader("x-request-id"),
    ...admissionOf(incoming),
    broken_off: response.writableFinished ? null : true,
  });
}
