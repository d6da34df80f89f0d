/** What an access token may be asked for: the agents' channel or REST. Each token opens exactly one of them. */
export const RESOURCES = ["mcp", "api"] as const;
export type Resource = (typeof RESOURCES)[number];

const PATHS: Readonly<Record<Resource, string>> = { mcp: "/api/mcp", api: "/api/v1" };

/** The identifier of a protected resource of this installation (RFC 8707): the address its requests go to. */
export const resourceUri = (publicUrl: string, resource: Resource): string => publicUrl + PATHS[resource];

/** Which resource an identifier names, compared byte by byte; null for any other text. */
export const resourceNamed = (publicUrl: string, identifier: string): Resource | null =>
  RESOURCES.find((each) => resourceUri(publicUrl, each) === identifier) ?? null;
