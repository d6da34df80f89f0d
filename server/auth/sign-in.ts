import { createHash } from "node:crypto";
import type { NextAuthOptions, Session, User } from "next-auth";
import type { JWT } from "next-auth/jwt";
import type { RequestBudget } from "@/server/budget/budget";
import { findUserByEmail, normalEmail } from "@/server/db/accounts";
import { DomainError } from "@/server/domain/errors";
import type { Services } from "@/server/usecases/acting";
import { verifyPassword } from "./password";
import { sessionCookieName } from "./session-cookie";
import type { SessionSubject } from "./session-jwt";

declare module "next-auth" {
  interface User {
    id: string;
    epoch: number;
  }
  interface Session {
    userId: string;
    epoch: number;
  }
}

declare module "next-auth/jwt" {
  interface JWT {
    epoch?: number;
  }
}

const PER_EMAIL = 10;
const PER_ADDRESS = 30;
const LONGEST = 254;
const SESSION_SECONDS = 30 * 24 * 60 * 60;

/** What a person typed, and the network address it came from. */
export interface SignInAttempt {
  readonly email: string;
  readonly password: string;
  readonly ip: string | null;
}

/**
 * Checks an e-mail address and password, at most 10 times a minute for one address and 30 times from one network
 * address. An unknown person takes as long as a wrong password.
 * @throws DomainError rate_limited with retry_after in seconds, unauthorized for anything that does not fit
 */
export async function signIn(
  services: Services,
  budget: RequestBudget,
  attempt: SignInAttempt,
): Promise<SessionSubject> {
  const email = normalEmail(attempt.email);
  const counted = [
    budget.take(`sign-in:email:${createHash("sha256").update(email).digest("hex")}`, PER_EMAIL),
  ];
  if (attempt.ip !== null) counted.push(budget.take(`sign-in:from:${attempt.ip}`, PER_ADDRESS));
  const refused = (await Promise.all(counted)).filter((answer) => !answer.allowed);
  if (refused.length > 0)
    throw new DomainError("rate_limited", "Too many attempts to sign in; wait a minute.", {
      retry_after: Math.max(...refused.map((answer) => answer.retryAfterSeconds)),
    });
  const fits = email.length <= LONGEST && attempt.password.length <= LONGEST && !/\0/.test(email);
  const user = fits ? await findUserByEmail(services.db, email) : null;
  const holds = await verifyPassword(user?.passwordHash ?? null, fits ? attempt.password : "");
  if (!holds || !user || user.deletedAt)
    throw new DomainError("unauthorized", "The e-mail address or the password is not right.");
  return { userId: user.id, epoch: user.sessionEpoch };
}

// The last hop is the one our own server, or the proxy before it, wrote; what stands before it a client may invent.
function clientAddress(headers: Record<string, unknown> | undefined): string | null {
  const forwarded = headers?.["x-forwarded-for"];
  return typeof forwarded === "string" ? (forwarded.split(",").at(-1)?.trim() ?? null) : null;
}

const field = (value: unknown): string => (typeof value === "string" ? value : "");

/** next-auth with e-mail address and password; the session carries the person's id and epoch and nothing else. */
export function authOptions(services: Services, budget: RequestBudget): NextAuthOptions {
  const { authSecret, publicUrl } = services.settings;
  return {
    secret: authSecret,
    useSecureCookies: sessionCookieName(publicUrl).startsWith("__Secure-"),
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    providers: [
      {
        id: "credentials",
        name: "E-mail and password",
        type: "credentials",
        credentials: {
          email: { label: "E-mail", type: "email" },
          password: { label: "Password", type: "password" },
        },
        authorize: (typed, request) =>
          authorize(services, budget, {
            email: field(typed?.email),
            password: field(typed?.password),
            ip: clientAddress(request.headers),
          }),
      },
    ],
    callbacks: { jwt: tokenFor, session: sessionFor, redirect: ({ url }) => ownAddress(publicUrl, url) },
  };
}

/** Null tells next-auth that the sign-in failed; a thrown error's message is what the page is told as `error`. */
async function authorize(
  services: Services,
  budget: RequestBudget,
  attempt: SignInAttempt,
): Promise<User | null> {
  try {
    const { userId, epoch } = await signIn(services, budget, attempt);
    return { id: userId, epoch };
  } catch (error) {
    if (error instanceof DomainError && error.code === "unauthorized") return null;
    if (error instanceof DomainError) throw new Error(error.code, { cause: error });
    services.log.error({ error }, "a sign-in failed");
    throw new Error("internal_error", { cause: error });
  }
}

const tokenFor = ({ token, user }: { token: JWT; user?: User }): JWT =>
  user ? { sub: user.id, epoch: user.epoch } : token;

const sessionFor = ({ session, token }: { session: Session; token: JWT }): Session => ({
  expires: session.expires,
  userId: token.sub ?? "",
  epoch: token.epoch ?? -1,
});

function ownAddress(publicUrl: string, wanted: string): string {
  const address = URL.canParse(wanted, publicUrl) ? new URL(wanted, publicUrl) : new URL(publicUrl);
  return address.origin === new URL(publicUrl).origin ? address.toString() : publicUrl;
}
