import type { KoaContextWithOIDC } from "oidc-provider";
import { type Resource, resourceUri } from "@/server/auth/resources";
import { GRANT_SCOPES } from "@/server/domain/grants/grant";
import type { HttpRequest, HttpResponse } from "@/server/http/message";

export const SERVER_METADATA = "/.well-known/oauth-authorization-server";
const RESOURCE_METADATA = "/.well-known/oauth-protected-resource";

/** The metadata documents of protected resources, by path; the path without a resource describes the MCP endpoint. */
const DESCRIBED: ReadonlyMap<string, Resource> = new Map([
  [RESOURCE_METADATA, "mcp"],
  [`${RESOURCE_METADATA}/api/mcp`, "mcp"],
  [`${RESOURCE_METADATA}/api/v1`, "api"],
]);

export const isResourceMetadata = (path: string): boolean => DESCRIBED.has(path);

/** The fields of RFC 8414 for a server that issues codes and opaque tokens; the provider's own document has more. */
const PUBLISHED_FIELDS = [
  "issuer",
  "authorization_endpoint",
  "token_endpoint",
  "revocation_endpoint",
  "jwks_uri",
  "response_types_supported",
  "grant_types_supported",
  "code_challenge_methods_supported",
  "token_endpoint_auth_methods_supported",
  "authorization_response_iss_parameter_supported",
  "client_id_metadata_document_supported",
] as const;

/** Reduces the provider's discovery document to the fields above, and adds the product's scopes and resources. */
export function describeServer(ctx: Pick<KoaContextWithOIDC, "path" | "body">, publicUrl: string): void {
  if (ctx.path !== SERVER_METADATA || typeof ctx.body !== "object" || ctx.body === null) return;
  const document: Record<string, unknown> = { ...ctx.body };
  ctx.body = {
    ...Object.fromEntries(PUBLISHED_FIELDS.map((name) => [name, document[name]])),
    response_modes_supported: ["query"],
    scopes_supported: GRANT_SCOPES,
    resource_indicators_supported: true,
    protected_resources: [resourceUri(publicUrl, "mcp"), resourceUri(publicUrl, "api")],
    service_documentation: `${publicUrl}/reference`,
  };
}

/** Returns the handler of the RFC 9728 documents, which any origin may read. */
export function resourceMetadata(publicUrl: string): (request: HttpRequest) => HttpResponse {
  const headers = {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET, HEAD, OPTIONS",
    "access-control-allow-headers": "*",
    "cache-control": "public, max-age=300",
  };
  return ({ method, url }): HttpResponse => {
    const resource = DESCRIBED.get(url.split("?", 1)[0] ?? "");
    if (!resource) return { status: 404, headers: {}, body: null };
    if (method === "OPTIONS") return { status: 204, headers, body: null };
    if (method !== "GET" && method !== "HEAD")
      return { status: 405, headers: { allow: "GET, HEAD, OPTIONS" }, body: null };
    const body = JSON.stringify({
      resource: resourceUri(publicUrl, resource),
      authorization_servers: [new URL(publicUrl).origin],
      scopes_supported: GRANT_SCOPES,
      bearer_methods_supported: ["header"],
      resource_name: resource === "mcp" ? "Pricecheck for agents" : "Pricecheck REST API",
      resource_documentation: `${publicUrl}/reference`,
    });
    return { status: 200, headers: { ...headers, "content-type": "application/json; charset=utf-8" }, body };
  };
}
