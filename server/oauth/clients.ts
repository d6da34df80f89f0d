import type { AdapterPayload } from "oidc-provider";
import { z } from "zod";
import type { ClientRow } from "@/server/db/oauth/clients";
import { RedirectUri } from "@/server/domain/grants/redirect-uri";
import {
  type GuardedFetchOptions,
  type GuardedResponse,
  guardedFetch,
} from "@/server/outbound/guarded-fetch";

/** Fetches an application's client metadata document from the URL that is its id. */
export type DocumentFetch = (url: string) => Promise<GuardedResponse>;

export const MAX_DOCUMENT = 5 * 1024;
const MAX_ID = 500;
const MAX_NAME = 60;
const TIMEOUT_MS = 5_000;

/**
 * Fetches over https, from public addresses only, without redirects: the document must be at the URL of its id.
 * @param overrides options for a test's own server on this computer
 */
export const documentFetcher =
  (overrides: Pick<GuardedFetchOptions, "ports" | "allowPrivate"> = {}): DocumentFetch =>
  (url) =>
    guardedFetch(url, {
      accept: ["application/json", "application/*+json"],
      maxBytes: MAX_DOCUMENT,
      timeoutMs: TIMEOUT_MS,
      maxRedirects: 0,
      ports: [443],
      ...overrides,
    });

// These settings override every document: code flow with PKCE, answered by a redirect. Loopback addresses match on
// any port (RFC 8252), which the provider implements for native applications.
const COMMON = { response_types: ["code"], response_modes: ["query"], application_type: "native" } as const;

const Document = z.object({
  client_id: z.string(),
  client_name: z.string().max(500).optional(),
  redirect_uris: z.array(RedirectUri).min(1).max(20),
  grant_types: z.array(z.string().max(100)).max(20).optional(),
  token_endpoint_auth_method: z.string().max(100).optional(),
});

/**
 * Returns whether an id is a URL from which a document may be fetched: https with a path, not on this installation's
 * host.
 */
export function isDocumentAddress(id: string, publicUrl: string): boolean {
  if (id.length > MAX_ID || !URL.canParse(id)) return false;
  const { protocol, pathname, host, search } = new URL(id);
  return protocol === "https:" && pathname !== "/" && search === "" && host !== new URL(publicUrl).host;
}

/**
 * The provider's only outbound request: it fetches client metadata documents. Only the fields read here are passed
 * on, so that a document cannot enable other features of the provider.
 */
export function documentFetch(fetchDocument: DocumentFetch): (url: string) => Promise<Response> {
  return async (url) => {
    const response = await fetchDocument(url);
    if (!response.ok) throw new Error(`${response.reason}: ${response.message}`);
    if (response.status !== 200) return new Response(null, { status: 502 });
    const caching = response.headers.get("cache-control");
    const metadata = metadataOf(Document.parse(JSON.parse(response.body.toString("utf8"))));
    return new Response(JSON.stringify(metadata), {
      headers: { "content-type": "application/json", ...(caching ? { "cache-control": caching } : {}) },
    });
  };
}

function metadataOf(document: z.output<typeof Document>): object {
  const { client_id, redirect_uris } = document;
  const name = plainName(document.client_name ?? "");
  return {
    ...COMMON,
    client_id,
    client_name: name === "" ? new URL(client_id).host : name,
    redirect_uris,
    grant_types: document.grant_types ?? ["authorization_code"],
    token_endpoint_auth_method: document.token_endpoint_auth_method ?? "none",
  };
}

/**
 * Sanitises a self-chosen name: one line, truncated, without characters that change how the text around it is
 * displayed.
 */
export const plainName = (name: string): string =>
  name
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, MAX_NAME)
    .trim();

/** Converts a registered application to the provider's metadata; `client_secret` contains the secret's hash. */
export const registeredMetadata = (client: ClientRow): AdapterPayload => ({
  response_types: ["code"],
  response_modes: ["query"],
  application_type: "native",
  client_id: client.id,
  client_name: client.name,
  redirect_uris: [...client.redirectUris],
  grant_types: ["authorization_code", "refresh_token"],
  ...(client.secretHash
    ? {
        token_endpoint_auth_method: "client_secret_basic",
        client_secret: Buffer.from(client.secretHash).toString("hex"),
      }
    : { token_endpoint_auth_method: "none" }),
});
