import { generateKeyPairSync, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Configuration, Provider, interactionPolicy } from "oidc-provider";
import { RESOURCES, resourceNamed, resourceUri } from "@/server/auth/resources";
import { hashToken, mintToken } from "@/server/auth/token";
import type { RequestBudget } from "@/server/budget/budget";
import { findUser } from "@/server/db/accounts";
import { signingKey } from "@/server/db/oauth-keys";
import { DEFAULT_SCOPES, askedScopes } from "@/server/domain/grant";
import { SCOPES } from "@/server/domain/permissions";
import { redirectTarget } from "@/server/domain/redirect-uri";
import type { Services } from "@/server/usecases/acting";
import { databaseAdapter } from "./adapter";
import { type DocumentFetch, LARGEST_DOCUMENT, documentFetch, isDocumentAddress } from "./clients";
import { errorPage } from "./error-page";
import type { Library } from "./library";
import { describeServer } from "./metadata";
import { CONSENT_PREFIX, ROUTES } from "./paths";
import { type RequestContexts, addressKey } from "./request-context";

const ACCESS_SECONDS = 10 * 60;
const REFRESH_SECONDS = 30 * 24 * 60 * 60;
const CODE_SECONDS = 60;
const INTERACTION_SECONDS = 30 * 60;
const SESSION_SECONDS = 24 * 60 * 60;
const DOCUMENT_SECONDS = { min: 60, max: 60 * 60 };
const DOCUMENTS_PER_MINUTE = 20;

export interface ProviderParts {
  readonly library: Library;
  readonly services: Services;
  readonly budget: RequestBudget;
  readonly contexts: RequestContexts;
  readonly fetchDocument: DocumentFetch;
}

/** The address that names this authorization server. */
export const issuerOf = (publicUrl: string): string => new URL(publicUrl).origin;

/** The authorization server, on the installation's database and with its own key. */
export async function openProvider(parts: ProviderParts): Promise<Provider> {
  const { db, log, settings } = parts.services;
  const key = SigningKey.parse(JSON.parse(await signingKey(db, settings.encryptionKey, makeKey)));
  const provider = new parts.library.Provider(issuerOf(settings.publicUrl), configuration(parts, key));
  // The door before it tells the address of every request, whatever its headers said.
  provider.proxy = true;
  provider.use(async (ctx, next) => {
    if (ctx.path === ROUTES.authorization) ctx.query = withScope(ctx.query);
    await next();
    describeServer(ctx, settings.publicUrl);
  });
  nameSecrets(provider);
  provider.on("server_error", (_, error) => log.error({ err: error }, "the authorization server failed"));
  return provider;
}

const text = z.string();
const SigningKey = z.object({
  ...{ kty: z.literal("EC"), crv: text, x: text, y: text, d: text },
  ...{ kid: text, use: z.literal("sig"), alg: z.literal("ES256") },
});

/** Nothing is signed with it today, as tokens are opaque; the provider wants one to be there. */
function makeKey(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const kid = randomBytes(8).toString("hex");
  return JSON.stringify({ ...privateKey.export({ format: "jwk" }), kid, use: "sig", alg: "ES256" });
}

/** Words that mean nothing here are left out; who asks for nothing asks to read. */
function withScope(query: NodeJS.Dict<string | string[]>): NodeJS.Dict<string | string[]> {
  if (Array.isArray(query["scope"])) return query;
  const asked = askedScopes(query["scope"]);
  return { ...query, scope: (asked.length > 0 ? asked : DEFAULT_SCOPES).join(" ") };
}

/** Gives tokens the form that tells at once what they are, and compares an application's secret by its hash. */
function nameSecrets(provider: Provider): void {
  const named = (kind: "access" | "refresh") => ({
    value(this: object): string {
      Object.assign(this, { format: "opaque" });
      return mintToken(randomBytes(32), kind);
    },
  });
  Object.defineProperty(provider.AccessToken.prototype, "generateTokenId", named("access"));
  Object.defineProperty(provider.RefreshToken.prototype, "generateTokenId", named("refresh"));
  provider.Client.prototype.compareClientSecret = function (actual) {
    const kept = Buffer.from(this.clientSecret ?? "", "hex");
    const given = hashToken(actual);
    return kept.length === given.length && timingSafeEqual(kept, given);
  };
}

/** Nobody is let in without having been asked on this very request. */
function policy({ interactionPolicy: { Check, Prompt, base } }: Library): interactionPolicy.DefaultPolicy {
  const asked = base();
  asked.clear();
  asked.add(
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
  return asked;
}

function configuration(parts: ProviderParts, key: z.output<typeof SigningKey>): Configuration {
  const { services, library } = parts;
  const { publicUrl, authSecret } = services.settings;
  const secure = publicUrl.startsWith("https:");
  const cookies = { httpOnly: true, sameSite: "lax", signed: true, secure } as const;
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
    clientBasedCORS: (_, origin, client) => client.redirectUris?.some((uri) => isOf(uri, origin)) ?? false,
    cookies: {
      names: {
        session: "pricecheck.oauth.session",
        interaction: "pricecheck.oauth.request",
        resume: "pricecheck.oauth.resume",
      },
      keys: [Buffer.from(hkdfSync("sha256", authSecret, "pricecheck", "oauth cookies", 32)).toString("hex")],
      long: cookies,
      short: cookies,
    },
    ttl: {
      AccessToken: ACCESS_SECONDS,
      AuthorizationCode: CODE_SECONDS,
      RefreshToken: REFRESH_SECONDS,
      Interaction: INTERACTION_SECONDS,
      Session: SESSION_SECONDS,
      Grant: REFRESH_SECONDS,
      IdToken: ACCESS_SECONDS,
    },
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
    fetchResponseBodyLimits: { "client_id metadata document": LARGEST_DOCUMENT },
    features: features(parts, publicUrl),
  };
}

/** Whether a page of that origin belongs to an application answered there; a loopback address counts on any port. */
function isOf(redirectUri: string, origin: string): boolean {
  if (!URL.canParse(redirectUri) || !URL.canParse(origin)) return false;
  const [own, page] = [new URL(redirectUri), new URL(origin)];
  if (own.origin === page.origin) return own.protocol.startsWith("http");
  const local = redirectTarget(redirectUri)?.kind === "this_computer";
  return local && page.protocol === "http:" && own.hostname === page.hostname;
}

function features(
  { budget, contexts, library }: ProviderParts,
  publicUrl: string,
): NonNullable<Configuration["features"]> {
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
        (await budget.take(`oauth:document:${addressKey(contexts.getStore())}`, DOCUMENTS_PER_MINUTE))
          .allowed,
    },
    resourceIndicators: {
      enabled: true,
      // Of several granted resources a token is for the agents' channel unless the application says otherwise.
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
          scope: SCOPES.join(" "),
          audience: identifier,
          accessTokenTTL: ACCESS_SECONDS,
          accessTokenFormat: "opaque",
        };
      },
    },
  };
}
