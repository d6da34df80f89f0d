import type { Account, NextAuthOptions, Profile, Session, User } from "next-auth";
import type { JWT } from "next-auth/jwt";
import type { RateLimiter } from "@/server/rate-limit/rate-limiter";
import {
  beginSession,
  endSession,
  isSessionValid,
  SESSION_DURATION_MS,
} from "@/server/usecases/accounts/sessions";
import { signInByIdentity, userIdOfIdentity } from "@/server/usecases/identities/identities";
import type { Services } from "@/server/usecases/services";
import { type SessionSubject, subjectOf } from "../credentials/session-jwt";
import { networkOf } from "../network/network";
import { issuerClaimsOf, issuerProvider } from "./issuer-provider";
import { passwordProvider } from "./password-provider";
import { readSessionCookie, sessionCookieName } from "./session-cookie";
import { userAgentLabel } from "./user-agent-text";

declare module "next-auth" {
  interface User {
    id: string;
  }
  interface Session {
    userId: string;
  }
}

declare module "next-auth/jwt" {
  interface JWT {
    epoch?: number;
    sid?: string;
  }
}

/** The request of a sign-in. */
export interface SignInRequest {
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly cookie: string | null;
  readonly requestId: string;
  /** Called with the code of a pending identity that needs the person's proof; the response sets it as a cookie. */
  waiting(code: string): void;
}

/** The page where a person proves which account their identity belongs to. */
const LINK_PAGE = "/link";

/**
 * Builds next-auth's options: sign-in with e-mail address and password, and with the installation's identity provider
 * if it has one. The cookie contains the ids of the session and the person and the person's epoch, and nothing else;
 * the session itself is stored in the database and checked on every request.
 */
export function authOptions(
  services: Services,
  rateLimiter: RateLimiter,
  request: SignInRequest,
): NextAuthOptions {
  const { authSecret, publicUrl, identityProvider } = services.settings;
  return {
    secret: authSecret,
    useSecureCookies: sessionCookieName(publicUrl).startsWith("__Secure-"),
    session: { strategy: "jwt", maxAge: SESSION_DURATION_MS / 1_000 },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    providers: [
      passwordProvider(services, rateLimiter, request.ip),
      ...(identityProvider ? [issuerProvider(identityProvider)] : []),
    ],
    callbacks: {
      signIn: ({ account, profile }) =>
        account?.type === "oauth" ? admit(services, request, profile) : true,
      jwt: ({ token, user, account }) => tokenFor(services, request, token, user, account ?? null),
      session: sessionFor,
      redirect: ({ url }) => ownAddress(publicUrl, url),
    },
    events: {
      signOut: async ({ token }) => {
        const subject = subjectOf({ ...token });
        if (!subject) return;
        const { requestId, ip } = request;
        await endSession(services, subject.userId, subject.sessionId, { requestId, ip });
      },
    },
    logger: {
      error: (code) => services.log.info({ code }, "a sign-in or session was refused"),
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}

/**
 * Returns true to admit a person whom the issuer has authenticated; otherwise the path to redirect to, with the
 * reason as `error`. Never throws, because the library would show the message to the visitor.
 */
async function admit(
  services: Services,
  request: SignInRequest,
  profile: Profile | undefined,
): Promise<boolean | string> {
  const { identityProvider } = services.settings;
  if (!identityProvider || !profile) return false;
  try {
    const claims = issuerClaimsOf(identityProvider, profile);
    const { requestId, ip } = request;
    const current = await liveSession(services, request);
    const response = await signInByIdentity(services, claims, current?.userId ?? null, { requestId, ip });
    if (response.outcome === "signed_in") return true;
    if (response.outcome === "refused") return `/sign-in?error=${response.reason}`;
    request.waiting(response.code);
    return LINK_PAGE;
  } catch (error) {
    services.log.warn({ error }, "a sign-in with the identity provider failed");
    return "/sign-in?error=OAuthCallback";
  }
}

async function liveSession(services: Services, request: SignInRequest): Promise<SessionSubject | null> {
  const { authSecret, publicUrl } = services.settings;
  const subject = await readSessionCookie(request.cookie ?? undefined, authSecret, publicUrl);
  return subject && (await isSessionValid(services, subject)) ? subject : null;
}

/** Returns the cookie's content: of a new session, or of a live one. Throws for an ended session. */
async function tokenFor(
  services: Services,
  request: SignInRequest,
  token: JWT,
  user: User | undefined,
  account: Account | null,
): Promise<JWT> {
  if (!user) {
    const subject = subjectOf({ ...token });
    if (subject && (await isSessionValid(services, subject))) return token;
    throw new Error("the session has ended");
  }
  const throughIssuer = account?.type === "oauth";
  const userId = throughIssuer ? await identified(services, account) : user.id;
  const device = { network: networkOf(request.ip), agent: userAgentLabel(request.userAgent) };
  const method = throughIssuer ? "provider" : "password";
  const replaces = await liveSession(services, request);
  const session = await beginSession(services, userId, { ...device, method }, { replaces });
  return { sub: session.userId, epoch: session.epoch, sid: session.sessionId };
}

async function identified(services: Services, account: Account): Promise<string> {
  const { identityProvider } = services.settings;
  const subject = account.providerAccountId;
  const userId =
    identityProvider && (await userIdOfIdentity(services, { issuer: identityProvider.issuer, subject }));
  if (!userId) throw new Error("the identity is linked to nobody");
  return userId;
}

const sessionFor = ({ session, token }: { session: Session; token: JWT }): Session => ({
  expires: session.expires,
  userId: token.sub ?? "",
});

function ownAddress(publicUrl: string, target: string): string {
  const address = URL.canParse(target, publicUrl) ? new URL(target, publicUrl) : new URL(publicUrl);
  return address.origin === new URL(publicUrl).origin ? address.toString() : publicUrl;
}
