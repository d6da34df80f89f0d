import type { Provider } from "oidc-provider";
import { DEFAULT_SCOPES, requestedScopes } from "@/server/domain/grants/grant";
import { configuration, type ProviderDependencies } from "./configuration";
import { describeServer } from "./metadata";
import { ROUTES } from "./paths";
import { setSecretFormat } from "./secrets";
import { installationKey } from "./signing-key";

/** Returns the issuer identifier of this authorization server. */
const issuerOf = (publicUrl: string): string => new URL(publicUrl).origin;

/** Opens the authorization server with the installation's database and signing key. */
export async function openProvider(parts: ProviderDependencies): Promise<Provider> {
  const { log, settings } = parts.services;
  const key = await installationKey(parts.services);
  const provider = new parts.library.Provider(issuerOf(settings.publicUrl), configuration(parts, key));
  // The handler before it sets the host and protocol of every request.
  provider.proxy = true;
  provider.use(async (ctx, next) => {
    if (ctx.path === ROUTES.authorization) ctx.query = withScope(ctx.query);
    await next();
    describeServer(ctx, settings.publicUrl);
  });
  setSecretFormat(provider);
  provider.on("server_error", (_, error) => log.error({ err: error }, "the authorization server failed"));
  return provider;
}

/** Removes unknown scopes; a request without a known scope gets the default read scopes. */
function withScope(query: NodeJS.Dict<string | string[]>): NodeJS.Dict<string | string[]> {
  if (Array.isArray(query["scope"])) return query;
  const scopes = requestedScopes(query["scope"]);
  return { ...query, scope: (scopes.length > 0 ? scopes : DEFAULT_SCOPES).join(" ") };
}
