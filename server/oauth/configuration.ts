import { hkdfSync } from "node:crypto";
import type { Configuration, interactionPolicy } from "oidc-provider";
import { RESOURCES, resourceNamed, resourceUri } from "@/server/auth/resources";
import { findUser } from "@/server/db/accounts/accounts";
import { GRANT_SCOPES } from "@/server/domain/grants/grant";
import { redirectTarget } from "@/server/domain/grants/redirect-uri";
import type { RateLimiter } from "@/server/rate-limit/rate-limiter";
import type { Services } from "@/server/usecases/services";
import { databaseAdapter } from "./adapter";
import { type DocumentFetch, documentFetch, isDocumentAddress, MAX_DOCUMENT } from "./clients";
import { errorPage } from "./error-page";
import type { Library } from "./library";
import { CONSENT_PREFIX, ROUTES } from "./paths";
import { addressOf, type RequestContexts } from "./request-context";
import type { installationKey } from "./signing-key";

const ACCESS_SECONDS = 10 * 60;
const REFRESH_SECONDS = 30 * 24 * 60 * 60;
const CODE_SECONDS = 60;
const INTERACTION_SECONDS = 30 * 60;
const SESSION_SECONDS = 24 * 60 * 60;
const TTL: Configuration["ttl"] = {
  AccessToken: ACCESS_SECONDS,
  AuthorizationCode: CODE_SECONDS,
  RefreshToken: REFRESH_SECONDS,
  Interaction: INTERACTION_SECONDS,
  Session: SESSION_SECONDS,
  Grant: REFRESH_SECONDS,
  IdToken: ACCESS_SECONDS,
};
const DOCUMENT_SECONDS = { min: 60, max: 60 * 60 };
const DOCUMENTS_PER_MINUTE = 20;

export interface ProviderDependencies {
  readonly library: Library;
  readonly services: Services;
  readonly rateLimiter: RateLimiter;
  readonly contexts: RequestContexts;
  readonly fetchDocument: DocumentFetch;
}

type Features = NonNullable<Configuration["features"]>;

/** Requires the person's consent on every authorization request. */
function policy({ interactionPolicy: { Check, Prompt, base } }: Library): interactionPolicy.DefaultPolicy {
  const prompts = base();
  prompts.clear();
  prompts.add(
    new Prompt(
      { name: "consent", requestable: true },
      new Check(
        "undecided",
        "the person has not decided yet",
        "consent_required",
        (ctx) => !(ctx.oidc.result?.consent?.grantId && ctx.oidc.result.login?.accountId),
      ),
    ),
  );
  return prompts;
}

/**
 * Configures the library explicitly: features not set here are off, and no security-relevant default is relied on.
 */
export function configuration(
  parts: ProviderDependencies,
  key: Awaited<ReturnType<typeof installationKey>>,
): Configuration {
  const { services, library } = parts;
  const { publicUrl, authSecret } = services.settings;
  return {
    adapter: databaseAdapter(parts),
    jwks: { keys: [key] },
    routes: ROUTES,
    scopes: [],
    claims: { openid: [] },
    responseTypes: ["code"],
    clientAuthMethods: ["none", "client_secret_basic", "client_secret_post"],
    clientDefaults: { id_token_signed_response_alg: "ES256" },
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    revokeGrantPolicy: () => true,
    issueRefreshToken: (_, client) => client.grantTypeAllowed("refresh_token"),
    clientBasedCORS: (_, origin, client) =>
      client.redirectUris?.some((uri) => belongsTo(uri, origin)) ?? false,
    cookies: cookies(publicUrl, authSecret),
    ttl: TTL,
    interactions: {
      policy: policy(library),
      url: (_, interaction) => `${CONSENT_PREFIX}/${interaction.uid}`,
    },
    renderError: (ctx, out) => {
      ctx.type = "html";
      ctx.body = errorPage(out.error, out.error_description ?? null);
    },
    findAccount: async (_, id) => {
      const person = await findUser(services.db, id);
      return person && !person.deletedAt ? { accountId: id, claims: () => ({ sub: id }) } : undefined;
    },
    fetch: (url) => documentFetch(parts.fetchDocument)(String(url instanceof Request ? url.url : url)),
    fetchResponseBodyLimits: { "client_id metadata document": MAX_DOCUMENT },
    features: features(parts, publicUrl),
  };
}

/** Cookies are signed with a separate key, derived from the installation's secret. */
function cookies(publicUrl: string, authSecret: string): Configuration["cookies"] {
  const secure = publicUrl.startsWith("https:");
  const set = { httpOnly: true, sameSite: "lax", signed: true, secure } as const;
  const key = Buffer.from(hkdfSync("sha256", authSecret, "pricecheck", "oauth cookies", 32)).toString("hex");
  const [session, interaction, resume] = ["session", "request", "resume"].map(
    (name) => `${secure ? "__Secure-" : ""}pricecheck.oauth.${name}`,
  );
  return { names: { session, interaction, resume }, keys: [key], long: set, short: set };
}

/**
 * Returns whether a page of that origin belongs to an application with that redirect URI; loopback matches on any
 * port.
 */
function belongsTo(redirectUri: string, origin: string): boolean {
  if (!URL.canParse(redirectUri) || !URL.canParse(origin)) return false;
  const [redirect, page] = [new URL(redirectUri), new URL(origin)];
  if (redirect.origin === page.origin) return redirect.protocol.startsWith("http");
  const local = redirectTarget(redirectUri)?.kind === "this_computer";
  return local && page.protocol === "http:" && redirect.hostname === page.hostname;
}

function features({ rateLimiter, contexts, library }: ProviderDependencies, publicUrl: string): Features {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    revocation: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
    clientIdMetadataDocument: {
      enabled: true,
      ack: "draft-02",
      cacheDuration: DOCUMENT_SECONDS,
      allowFetch: async (_, id) =>
        isDocumentAddress(id, publicUrl) &&
        (await rateLimiter.take(`oauth:document:${addressOf(contexts.getStore())}`, DOCUMENTS_PER_MINUTE))
          .allowed,
    },
    resourceIndicators: resourceIndicators(library, publicUrl),
  };
}

function resourceIndicators(library: Library, publicUrl: string): Features["resourceIndicators"] {
  return {
    enabled: true,
    // With several granted resources, a token is for the MCP endpoint unless the application requests another.
    defaultResource: (_ctx, _client, oneOf) => {
      const agents = resourceUri(publicUrl, "mcp");
      return !oneOf || oneOf.includes(agents) ? agents : (oneOf[0] ?? agents);
    },
    useGrantedResource: () => true,
    getResourceServerInfo: (_, identifier) => {
      if (resourceNamed(publicUrl, identifier) === null)
        throw new library.errors.InvalidTarget(
          `the resources here are ${RESOURCES.map((each) => resourceUri(publicUrl, each)).join(" and ")}`,
        );
      return {
        scope: GRANT_SCOPES.join(" "),
        audience: identifier,
        accessTokenTTL: ACCESS_SECONDS,
        accessTokenFormat: "opaque",
      };
    },
  };
}
