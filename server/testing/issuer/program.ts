import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Provider } from "oidc-provider";
import { z } from "zod";

/** An OpenID Connect issuer for tests, in its own process. It accepts any subject without a password. */
const Setting = z.object({
  port: z.number(),
  issuer: z.string(),
  audience: z.string(),
  clients: z.array(
    z.object({ client_id: z.string(), client_secret: z.string(), redirect_uris: z.array(z.string()) }),
  ),
  /** Private keys; the first one signs. */
  keys: z.array(z.looseObject({ kty: z.string() })),
  /** The claims of each person, by subject. */
  people: z.record(z.string(), z.record(z.string(), z.unknown())),
  /** Whether the ID token has the e-mail address, or only the userinfo endpoint. */
  claimsInIdToken: z.boolean(),
});
type Setting = z.infer<typeof Setting>;

function providerOf(setting: Setting): Provider {
  return new Provider(setting.issuer, {
    clients: setting.clients.map((client) => ({
      ...client,
      grant_types: ["authorization_code"],
      response_types: ["code"],
    })),
    jwks: { keys: setting.keys },
    cookies: { keys: ["a key of the tests' issuer"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: !setting.claimsInIdToken,
    pkce: { required: () => true },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: () => ({ ...setting.people[sub], sub }),
    }),
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    loadExistingGrant: async (ctx) => {
      const { client, session, provider } = ctx.oidc;
      const grant = new provider.Grant({
        clientId: client?.clientId ?? "",
        accountId: session?.accountId ?? "",
      });
      grant.addOIDCScope("openid email profile");
      grant.addResourceScope(setting.audience, "api");
      await grant.save();
      return grant;
    },
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_ctx, _client, oneOf) => oneOf ?? [],
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: "api",
          audience: setting.audience,
          accessTokenFormat: "jwt",
          jwt: { sign: { alg: "RS256" } },
        }),
      },
    },
  });
}

const FORM = `<!doctype html><title>Test issuer</title><link rel="icon" href="data:,"><form method="post">
<label>Subject <input name="subject"></label> <button>Continue</button></form>`;

async function interact(
  provider: Provider,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (incoming.method !== "POST") {
    response.writeHead(200, { "content-type": "text/html" }).end(FORM);
    return;
  }
  let body = "";
  for await (const chunk of incoming) body += String(chunk);
  const accountId = new URLSearchParams(body).get("subject") ?? "";
  await provider.interactionFinished(incoming, response, { login: { accountId } });
}

let setting = Setting.parse(JSON.parse(process.env.ISSUER ?? "{}"));
let provider = providerOf(setting);
let silent = false;

process.on("message", (message) => {
  const change = Setting.partial().extend({ silent: z.boolean().optional() }).parse(message);
  silent = change.silent ?? silent;
  setting = { ...setting, ...change };
  provider = providerOf(setting);
  process.send?.("done");
});
process.on("disconnect", () => process.exit(0));

createServer((incoming, response) => {
  if (silent) {
    response.writeHead(503).end();
    return;
  }
  const path = incoming.url ?? "/";
  const answered = path.startsWith("/interaction/")
    ? interact(provider, incoming, response)
    : provider.callback()(incoming, response);
  Promise.resolve(answered).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    response.destroy();
  });
}).listen(setting.port, "127.0.0.1", () => process.send?.("done"));
