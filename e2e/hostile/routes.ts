/** A route of each kind the service serves, with the headers that let a request pass as many checks as possible. */
export interface HostileRoute {
  readonly kind: string;
  readonly path: string;
  readonly type: string;
  /** The largest accepted body, in bytes. */
  readonly limit: number;
  readonly headers: Readonly<Record<string, string>>;
}

const MEBIBYTE = 1024 * 1024;
const JSON_TYPE = "application/json";
const FORM = "application/x-www-form-urlencoded";

/** @param token an API token with every scope used here, so that bodies are read to their end */
export function hostileRoutes(token: string, workspaceId: string): readonly HostileRoute[] {
  const own = { "sec-fetch-site": "same-origin" };
  const bearer = { authorization: `Bearer ${token}` };
  const route = (kind: string, path: string, type: string, limit: number, headers = {}): HostileRoute => ({
    kind,
    path,
    type,
    limit,
    headers,
  });
  return [
    route("REST", "/api/v1/catalog/items", JSON_TYPE, 4 * MEBIBYTE, bearer),
    route("REST", "/api/v1/runs", JSON_TYPE, MEBIBYTE, bearer),
    route("REST", "/api/v1/recommendations/rec_x/accept", JSON_TYPE, MEBIBYTE, {
      authorization: "Bearer pck_x",
    }),
    route("tRPC", "/api/trpc/account.requestReset", JSON_TYPE, MEBIBYTE, own),
    route("tRPC", "/api/trpc/runs.trigger?batch=1", JSON_TYPE, MEBIBYTE, own),
    route("MCP", "/api/mcp", JSON_TYPE, 4 * MEBIBYTE, bearer),
    route("OAuth", "/oauth/token", FORM, 64 * 1024),
    route("OAuth", "/oauth/authorize", FORM, 64 * 1024),
    route("sign-in", "/api/auth/callback/credentials", FORM, 64 * 1024),
    route("sign-in", "/api/auth/session", JSON_TYPE, 64 * 1024),
    route("page", "/sign-in", FORM, 64 * 1024),
    route("page", "/", "multipart/form-data; boundary=x", 64 * 1024, { "next-action": "0".repeat(42) }),
    route("files", `/api/files/${workspaceId}/catalog/items`, "text/csv", MEBIBYTE, own),
    route("static", "/_next/static/chunks/none.js", JSON_TYPE, 64 * 1024),
    route("unknown", "/no/such/path", JSON_TYPE, 64 * 1024),
    route("unsubscribe", "/unsubscribe", FORM, 64 * 1024),
  ];
}
