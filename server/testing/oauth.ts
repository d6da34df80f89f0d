import { authorize, authorizeUrl, pkce, TestBrowser } from "./oauth-browser";
import { type OAuthService, REDIRECT } from "./oauth-service";

/** Posts a form to the token or revocation endpoint. */
export async function post(
  service: OAuthService,
  path: string,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; json: Readonly<Record<string, unknown>>; headers: Headers }> {
  const response = await fetch(new URL(path, service.origin), {
    method: "POST",
    body: new URLSearchParams(form),
    headers,
  });
  const text = await response.text();
  const json: Readonly<Record<string, unknown>> = text === "" ? {} : JSON.parse(text);
  return { status: response.status, json, headers: response.headers };
}

/** The response of the token endpoint. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string;
  readonly scope: string;
}

/** Redeems a code. @throws Error if it is refused */
async function redeem(
  service: OAuthService,
  code: string,
  verifier: string,
  over: Readonly<Record<string, string>> = {},
): Promise<Tokens> {
  const { status, json } = await post(service, "/oauth/token", {
    grant_type: "authorization_code",
    code,
    code_verifier: verifier,
    client_id: service.clientId,
    redirect_uri: REDIRECT,
    ...over,
  });
  if (status !== 200) throw new Error(`the code was refused: ${JSON.stringify(json)}`);
  return tokensIn(json);
}

export const tokensIn = (json: Readonly<Record<string, unknown>>): Tokens => ({
  access: String(json["access_token"]),
  refresh: String(json["refresh_token"]),
  scope: String(json["scope"]),
});

/** Creates a person with a workspace and a browser they are signed in with. */
export async function personWithBrowser(
  service: OAuthService,
  options: Parameters<OAuthService["workspace"]>[0] = {},
) {
  const workspace = await service.workspace(options);
  const browser = new TestBrowser(service.origin, await service.sessionCookie(workspace.userId));
  return { workspace, browser };
}

/** Does everything up to the first tokens, for a new person. */
export async function connected(
  service: OAuthService,
  options: {
    readonly workspace?: Parameters<OAuthService["workspace"]>[0];
    readonly over?: Readonly<Record<string, string | readonly string[] | null>>;
    readonly scopes?: readonly string[];
  } = {},
) {
  const { workspace, browser } = await personWithBrowser(service, options.workspace);
  const { verifier, challenge } = pkce();
  const back = await authorize(browser, authorizeUrl(service, challenge, options.over), {
    workspaceId: workspace.id,
    ...(options.scopes ? { scopes: options.scopes } : {}),
  });
  const code = back.searchParams.get("code") ?? "";
  const tokens = await redeem(service, code, verifier);
  const [grant] = await service.sql<{ id: string }>(
    "SELECT id FROM oauth_grants WHERE workspace_id = $1 ORDER BY id DESC LIMIT 1",
    [workspace.id],
  );
  return { workspace, browser, code, verifier, tokens, grantId: grant?.id ?? "" };
}
