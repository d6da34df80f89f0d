import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { IssuerPeer } from "./peer";

const Tokens = z.object({ id_token: z.string(), access_token: z.string() });
const MAX_STEPS = 12;

/**
 * Completes the issuer's pages as that person, from the authorization request to the redirect.
 * @returns the address the browser is redirected to
 */
export async function visitIssuer(peer: IssuerPeer, authorize: string, subject: string): Promise<string> {
  const jar = new Map<string, string>();
  let at = authorize;
  let form: URLSearchParams | null = null;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const response: Response = await fetch(at, {
      redirect: "manual",
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form ? { method: "POST", body: form } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const next = response.headers.get("location");
    form = null;
    if (next !== null) {
      at = new URL(next, at).toString();
      if (!at.startsWith(peer.issuer)) return at;
    } else if (new URL(at).pathname.startsWith("/interaction/")) {
      form = new URLSearchParams({ subject });
    } else {
      throw new Error(`the issuer answers ${response.status} at ${at}: ${await response.text()}`);
    }
  }
  throw new Error("the issuer never sent the browser back");
}

/** Returns the tokens a client of the issuer gets for a person, through the whole authorization code flow. */
export async function tokensOf(
  peer: IssuerPeer,
  subject: string,
  { clientId, redirectUri }: { readonly clientId: string; readonly redirectUri: string },
): Promise<z.infer<typeof Tokens>> {
  const verifier = randomBytes(32).toString("base64url");
  const params = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    resource: peer.audience,
    scope: "openid email profile api",
    code_challenge_method: "S256",
    state: "any",
    nonce: "any",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
  });
  const back = new URL(await visitIssuer(peer, `${peer.issuer}/auth?${params.toString()}`, subject));
  const secret = `${encodeURIComponent(clientId)}:${encodeURIComponent(`the secret of ${clientId}`)}`;
  const response = await fetch(`${peer.issuer}/token`, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(secret).toString("base64")}` },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code: back.searchParams.get("code") ?? "",
      redirect_uri: redirectUri,
      code_verifier: verifier,
      resource: peer.audience,
    }),
  });
  const body: unknown = await response.json();
  if (!response.ok) throw new Error(`the issuer gives no token: ${JSON.stringify(body)}`);
  return Tokens.parse(body);
}
