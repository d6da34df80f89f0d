import { findSessionCredential, type SessionCredential } from "@/server/db/accounts/sessions";
import { findGrantCredential } from "@/server/db/grants/grants";
import { type AuthenticatedIdentity, findAuthenticatedIdentity } from "@/server/db/identities/identities";
import { findTokenCredential } from "@/server/db/tokens/tokens";
import { labelOfApplication, labelOfToken } from "@/server/domain/actors";
import { DomainError } from "@/server/domain/errors";
import { isScope, type Role, type Scope } from "@/server/domain/permissions";
import type { Lifecycle, Plan } from "@/server/domain/plan/plans";
import type { RequestContext } from "@/server/usecases/request-context";
import type { Services } from "@/server/usecases/services";
import { type SessionSubject, verifySessionJwt } from "../credentials/session-jwt";
import { hashToken, isWellFormedToken, SECRET_PREFIX } from "../credentials/token";
import { verifyIssuerJwt } from "./issuer-jwt";
import { resourceUri } from "./resources";
import { readSessionCookie } from "./session-cookie";
import { findStaffAccess, type SupportSession } from "./support-session";

/** Credentials of one request, from its headers. The cookie is used only for the browser's own calls (`web`). */
export interface Credentials {
  readonly authorization: string | undefined;
  readonly cookie?: string | undefined;
  readonly workspaceHeader: string | undefined;
  readonly via: RequestContext["via"];
}

/** The authenticated principal, read from the database for this one request. */
export interface Principal {
  readonly credential: "token" | "grant" | "session";
  /** Id of the token, the grant or the person. */
  readonly id: string;
  /** The person's e-mail address, with the token or application they act by beside. */
  readonly label: string;
  /** Replaces `label` in places that must not name a person. */
  readonly pseudonym?: string;
  readonly userId: string;
  /** The session of the request; null for tokens, grants and bearers of the identity provider. */
  readonly sessionId: string | null;
  /** Null for a session without a determined workspace. Plan and lifecycle are null with it. */
  readonly workspaceId: string | null;
  /** Null without a workspace, and for a token whose creator was deleted. */
  readonly role: Role | null;
  /**
   * The scopes of the token or grant, independent of the person's role; null for a session, which has its role's
   * scopes.
   */
  readonly tokenScopes: ReadonlySet<Scope> | null;
  readonly userDeleted: boolean;
  readonly emailConfirmed: boolean;
  readonly plan: Plan | null;
  readonly lifecycle: Lifecycle | null;
  /** Key of the rate limit: one counter for REST and agents, another for the browser. */
  readonly rateLimitKey: string;
  /** When the last use of the token, grant or session was recorded, in milliseconds since 1970. */
  readonly lastUsedAt: number | null;
  /** Set for a staff member who reads the workspace with an owner's consent. */
  readonly support?: SupportSession;
  /** Set for a stranger who looks at the demo. */
  readonly readsDemo?: true;
}

/** Longer than any credential that the service issues; a longer header is rejected unparsed. */
const MAX_HEADER_LENGTH = 8_192;

/** 401; `reason` distinguishes a request without a credential from one with an invalid credential. */
export class UnauthorizedError extends DomainError {
  constructor(
    readonly reason: "missing" | "invalid",
    message?: string,
  ) {
    super("unauthorized", message);
  }
}

/**
 * Authenticates a request with one query. Nothing is cached, so a revocation, expiry or change takes effect at once.
 * @returns the principal. A session's workspace is the one in x-workspace-id or, without that header, the person's
 *   only workspace; null when the person does not belong to the workspace in the header, or the header is absent and
 *   they belong to several workspaces or to none
 * @throws UnauthorizedError (401) without a credential or with an invalid one
 */
export async function authenticate(services: Services, presented: Credentials): Promise<Principal> {
  const { authorization } = presented;
  if (authorization) {
    if (authorization.length > MAX_HEADER_LENGTH) throw new UnauthorizedError("invalid");
    const bearer = /^bearer +([^\s]+)$/i.exec(authorization.trim())?.[1];
    if (!bearer) throw new UnauthorizedError("invalid", "Send the credential as Authorization: Bearer.");
    if (bearer.startsWith(SECRET_PREFIX.token)) return tokenPrincipal(services, bearer);
    if (bearer.startsWith(SECRET_PREFIX.access)) return grantPrincipal(services, bearer, presented.via);
    return bearerPrincipal(services, presented, bearer);
  }
  if (presented.via !== "web" || !presented.cookie) throw new UnauthorizedError("missing");
  const { authSecret, publicUrl } = services.settings;
  const session = await readSessionCookie(presented.cookie, authSecret, publicUrl);
  if (!session) throw new UnauthorizedError("missing", "Sign in first.");
  const principal = await sessionPrincipal(services, presented, session);
  return { ...principal, ...(await findStaffAccess(services, principal, presented.workspaceHeader)) };
}

async function tokenPrincipal(services: Services, token: string): Promise<Principal> {
  const found = isWellFormedToken(token) ? await findTokenCredential(services.db, hashToken(token)) : null;
  const expired = found?.expires_at && found.expires_at.getTime() <= services.now();
  // A removed member's tokens end with the membership; a deleted person's tokens still read.
  const orphaned = found && !found.role && !found.user_deleted;
  if (!found || found.revoked_at || expired || orphaned) throw new UnauthorizedError("invalid");
  return {
    credential: "token",
    id: found.token_id,
    label: labelOfToken(found.user_email, found),
    pseudonym: labelOfToken(found.user_id, found),
    userId: found.user_id,
    sessionId: null,
    workspaceId: found.workspace_id,
    role: found.role,
    tokenScopes: new Set(found.scopes.filter(isScope)),
    userDeleted: found.user_deleted,
    emailConfirmed: found.email_confirmed,
    plan: found.plan,
    lifecycle: found.lifecycle,
    rateLimitKey: found.token_id,
    lastUsedAt: found.last_used_at?.getTime() ?? null,
  };
}

/** The resource that a token must be issued for, by channel; pages accept no tokens. */
const AUDIENCE = { api: "api", mcp: "mcp", web: null, command: null, worker: null } as const;

async function grantPrincipal(
  services: Services,
  token: string,
  via: RequestContext["via"],
): Promise<Principal> {
  const resource = AUDIENCE[via];
  const wellFormed = resource !== null && isWellFormedToken(token);
  const found = wellFormed ? await findGrantCredential(services.db, hashToken(token)) : null;
  if (!found || !resource || found.audience !== resourceUri(services.settings.publicUrl, resource))
    throw new UnauthorizedError("invalid");
  const expired = found.expires_at.getTime() <= services.now();
  if (found.ended_at || expired || found.user_deleted || !found.role) throw new UnauthorizedError("invalid");
  const scopesOfToken = new Set(found.token_scope?.split(" "));
  return {
    credential: "grant",
    id: found.grant_id,
    label: labelOfApplication(found.user_email, found.client_name),
    pseudonym: labelOfApplication(found.user_id, found.client_name),
    userId: found.user_id,
    sessionId: null,
    workspaceId: found.workspace_id,
    role: found.role,
    tokenScopes: new Set(found.granted.filter(isScope).filter((scope) => scopesOfToken.has(scope))),
    userDeleted: false,
    emailConfirmed: found.email_confirmed,
    plan: found.plan,
    lifecycle: found.lifecycle,
    rateLimitKey: found.grant_id,
    lastUsedAt: found.last_used_at?.getTime() ?? null,
  };
}

/** Authenticates a JWT: of one of the service's sessions, or of the identity provider. */
async function bearerPrincipal(services: Services, presented: Credentials, jwt: string): Promise<Principal> {
  const ownSession = await verifySessionJwt(services.settings, jwt, services.now());
  const { identityProvider: issuer } = services.settings;
  if (ownSession || !issuer) return sessionPrincipal(services, presented, ownSession);
  const claims = await verifyIssuerJwt(issuer, jwt, services.now());
  const found =
    claims &&
    (await findAuthenticatedIdentity(
      services.db,
      { issuer: issuer.issuer, subject: claims.subject },
      presented.workspaceHeader ?? null,
    ));
  // `iat` has whole seconds: a bearer issued in the second in which the person signed out everywhere is refused.
  const signedOut = found?.signed_out_at && claims && claims.issuedAtMs <= found.signed_out_at.getTime();
  if (!found || found.user_deleted || signedOut) throw new UnauthorizedError("invalid");
  return personPrincipal(found, presented.via, { sessionId: null, lastUsedAt: null });
}

async function sessionPrincipal(
  services: Services,
  { workspaceHeader, via }: Credentials,
  session: SessionSubject | null,
): Promise<Principal> {
  const found =
    session && (await findSessionCredential(services.db, session.sessionId, workspaceHeader ?? null));
  const stale = !found || found.user_id !== session.userId || found.session_epoch !== session.epoch;
  if (stale || found.user_deleted || found.ended_at || found.expires_at.getTime() <= services.now())
    throw new UnauthorizedError("invalid");
  const { sessionId } = session;
  return personPrincipal(found, via, { sessionId, lastUsedAt: found.seen_at.getTime() });
}

const personPrincipal = (
  found: SessionCredential | AuthenticatedIdentity,
  via: RequestContext["via"],
  session: Pick<Principal, "sessionId" | "lastUsedAt">,
): Principal => ({
  ...session,
  credential: "session",
  id: found.user_id,
  label: found.user_email,
  userId: found.user_id,
  workspaceId: found.workspace_id,
  role: found.role,
  tokenScopes: null,
  userDeleted: false,
  emailConfirmed: found.email_confirmed,
  plan: found.plan,
  lifecycle: found.lifecycle,
  rateLimitKey: via === "web" ? `web:${found.user_id}` : found.user_id,
});
