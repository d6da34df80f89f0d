import { decodeJwt } from "jose";
import type { Profile } from "next-auth";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { z } from "zod";
import type { IdentityClaims } from "@/server/usecases/identities/identities";
import type { IdentityProvider } from "@/server/usecases/settings";

/** The provider id of the installation's identity provider in next-auth. */
const ISSUER_PROVIDER_ID = "issuer";
const TIMEOUT_MS = 5_000;

const Claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  email: z.email().max(254).optional().catch(undefined),
  email_verified: z.unknown().optional(),
  name: z.string().trim().min(1).max(100).optional().catch(undefined),
});

/**
 * Builds next-auth's configuration of the identity provider: authorization code with PKCE, state and nonce, the ID
 * token verified with the issuer's keys. An e-mail address absent from the ID token is requested from the userinfo
 * endpoint.
 */
export function issuerProvider(issuer: IdentityProvider): OAuthConfig<Profile> {
  const { clientSecret } = issuer;
  return {
    id: ISSUER_PROVIDER_ID,
    name: issuer.name,
    type: "oauth",
    wellKnown: `${issuer.issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
    clientId: issuer.clientId,
    ...(clientSecret === null ? {} : { clientSecret }),
    client: {
      id_token_signed_response_alg: issuer.idTokenAlgorithm,
      ...(clientSecret === null ? { token_endpoint_auth_method: "none" } : {}),
    },
    authorization: { params: { scope: "openid email profile" } },
    checks: ["pkce", "state", "nonce"],
    idToken: true,
    userinfo: {
      request: async ({ tokens, client }) => {
        // The library has already verified the ID token's signature, issuer, audience, nonce and times.
        const claims: Profile = tokens.id_token ? decodeJwt(tokens.id_token) : {};
        if (claims.email !== undefined || !tokens.access_token) return claims;
        if (!client.issuer.metadata.userinfo_endpoint) return claims;
        const userinfo: Profile & { readonly email_verified?: unknown } = await client.userinfo(
          tokens.access_token,
        );
        if (userinfo.sub !== claims.sub) throw new Error("the userinfo endpoint returned another subject");
        return { ...userinfo, ...claims };
      },
    },
    httpOptions: { timeout: TIMEOUT_MS },
    profile: ({ sub }) => ({ id: sub ?? "" }),
  };
}

/**
 * Returns the issuer's claims about a person.
 * @throws Error for another issuer than the installation's, or without a subject
 */
export function issuerClaimsOf({ issuer }: IdentityProvider, profile: Profile): IdentityClaims {
  const { iss, sub, email, email_verified: verified, name } = Claims.parse(profile);
  if (iss !== issuer) throw new Error("the ID token is of another issuer");
  return {
    issuer,
    subject: sub,
    email: email ?? null,
    emailVerified: verified === true,
    name: name ?? null,
  };
}
