import { inject } from "vitest";
import { z } from "zod";

/** The header that tells the proxy which service a request is for. */
export const UPSTREAM_HEADER = "x-upstream";
const MAX_CARRIED = 1024 * 1024;

const violation = z.looseObject({ location: z.array(z.union([z.string(), z.number()])) });

/**
 * Sends a request to a service, through the proxy that validates answers against the OpenAPI document if the run has
 * one. Requests the document does not cover (an unknown path or method) or the proxy cannot forward unchanged (HEAD,
 * a body that is no JSON object) go to the service directly.
 * @throws Error if an answer violates the document
 */
export async function requestValidated(
  serviceUrl: string,
  path: string,
  init: RequestInit,
): Promise<Response> {
  const proxy = inject("documentProxyUrl");
  if (!proxy || !isCarried(init)) return await fetch(serviceUrl + path, init);
  const headers = new Headers(init.headers);
  headers.set(UPSTREAM_HEADER, serviceUrl);
  const response = await fetch(proxy + path, { ...init, headers });
  if (await isOfProxy(response)) return await fetch(serviceUrl + path, init);
  const violations: unknown = JSON.parse(response.headers.get("sl-violations") ?? "[]");
  const broken = z
    .array(violation)
    .parse(violations)
    .filter(({ location }) => location[0] === "response");
  if (broken.length === 0) return response;
  throw new Error(
    `${init.method} ${path} answers ${response.status}, not as documented: ${JSON.stringify(broken)}`,
  );
}

function isCarried({ method, body, headers }: RequestInit): boolean {
  if (method !== "GET" && method !== "POST") return false;
  if (body === undefined) return true;
  const isJson = new Headers(headers).get("content-type") === "application/json";
  return (
    isJson &&
    typeof body === "string" &&
    body.startsWith("{") &&
    body.length < MAX_CARRIED &&
    isReadable(body)
  );
}

function isReadable(body: string): boolean {
  try {
    return JSON.parse(body) !== null;
  } catch {
    return false;
  }
}

const isOfProxy = async (response: Response): Promise<boolean> =>
  response.headers.get("content-type") === "application/problem+json" &&
  (await response.clone().text()).includes("stoplight.io/prism/errors");
