/** The resources of access tokens: the MCP endpoint or REST. Each token is valid for exactly one of them. */
export const RESOURCES = ["mcp", "api"] as const;
export type Resource = (typeof RESOURCES)[number];

const PATHS: Readonly<Record<Resource, string>> = { mcp: "/api/mcp", api: "/api/v1" };

/** The identifier of a protected resource of this installation (RFC 8707), which is the URL of its endpoint. */
export const resourceUri = (publicUrl: string, resource: Resource): string => publicUrl + PATHS[resource];

/** Returns the resource with that identifier, compared byte by byte; null for any other text. */
export const resourceNamed = (publicUrl: string, identifier: string): Resource | null =>
  RESOURCES.find((each) => resourceUri(publicUrl, each) === identifier) ?? null;
