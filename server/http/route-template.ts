import type { AnyTRPCRouter } from "@trpc/server";
import { FILES_PREFIX } from "./file-handler";
import { allProcedures, publishedRoutes, routeTable } from "./routes";
import { TRPC_PREFIX } from "./trpc-handler";

const REST_PREFIX = "/api/v1";
const FIXED = new Set([
  "/healthz",
  "/readyz",
  "/metrics",
  "/api/mcp",
  "/unsubscribe",
  `${REST_PREFIX}/openapi.json`,
]);
const FOLDERS = [FILES_PREFIX, "/api/auth", "/oauth", "/.well-known", "/_next"];
const PAGE = "page";

/**
 * Returns a function that maps a request's address and method to the name of its route: a path template of the API, a
 * procedure, or one of a few fixed names. A method that a route of the API does not have counts as an unknown address.
 * However many addresses clients invent, there are no more names than routes, and each has few methods.
 */
export function routeTemplates(router: AnyTRPCRouter): (url: string, method: string) => string {
  const find = routeTable(publishedRoutes(router));
  const procedures = new Map(allProcedures(router));
  const restTemplate = (path: string, method: string): string => {
    const route = find(path.slice(REST_PREFIX.length))?.routes.get(method);
    return route ? `${REST_PREFIX}${route.declaration.path}` : `${REST_PREFIX}/*`;
  };
  const procedureName = (path: string, method: string): string => {
    const procedure = procedures.get(path.slice(TRPC_PREFIX.length + 1));
    const methodOfType = procedure?._def.type === "query" ? "GET" : "POST";
    return procedure && method === methodOfType ? path : `${TRPC_PREFIX}/*`;
  };
  return (url, method) => {
    const path = url.split("?", 1)[0] ?? "/";
    if (FIXED.has(path)) return path;
    if (path.startsWith(`${REST_PREFIX}/`)) return restTemplate(path, method);
    if (path.startsWith(`${TRPC_PREFIX}/`)) return procedureName(path, method);
    const folder = FOLDERS.find((prefix) => path.startsWith(`${prefix}/`));
    return folder ? `${folder}/*` : PAGE;
  };
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Returns the method of a request when web pages and APIs use it, else "other". */
export const methodName = (method: string | undefined): string =>
  method !== undefined && METHODS.has(method) ? method : "other";
