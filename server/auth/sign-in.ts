import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { findUserByEmail, normalEmail } from "@/server/db/accounts/accounts";
import { hasSessionFromNetwork } from "@/server/db/accounts/sessions";
import { DAY_MS } from "@/server/domain/durations";
import { DomainError } from "@/server/domain/errors";
import type { RateLimiter } from "@/server/rate-limit/rate-limiter";
import type { Services } from "@/server/usecases/services";
import { verifyPassword } from "../credentials/password";
import { addressKey, networkOf } from "../network/network";

const PER_NETWORK_AND_EMAIL = 10;
const PER_ADDRESS = 30;
const MAX_EMAIL_LENGTH = 254;
const KNOWN_NETWORK_MS = 90 * DAY_MS;

/** Delay of an attempt, in milliseconds, after that many attempts for one person in this minute, from any network. */
const DELAYS: readonly { readonly after: number; readonly ms: number }[] = [
  { after: 10, ms: 1_000 },
  { after: 20, ms: 2_000 },
  { after: 40, ms: 4_000 },
  { after: 80, ms: 8_000 },
];

/** The input of a sign-in, and the client's IP address. */
export interface SignInAttempt {
  readonly email: string;
  readonly password: string;
  readonly ip: string | null;
}

/** The person whose password was verified. */
export interface VerifiedPerson {
  readonly userId: string;
  readonly email: string;
}

/**
 * Verifies an e-mail address and password. Allows 10 attempts a minute for one person from one network, and 30 a
 * minute from one IP address; further attempts are refused. Many attempts for one person from many networks delay
 * further ones but do not block them, so that no attacker can lock a person out; networks that the person has signed
 * in from in the last 90 days are not delayed. An unknown person takes as long as a wrong password.
 * @throws DomainError rate_limited with retry_after in seconds; unauthorized for a wrong address or password
 */
export async function signIn(
  services: Services,
  rateLimiter: RateLimiter,
  attempt: SignInAttempt,
  wait: (ms: number) => Promise<unknown> = pause,
): Promise<VerifiedPerson> {
  const email = normalEmail(attempt.email);
  const network = networkOf(attempt.ip);
  const person = createHash("sha256").update(email).digest("hex");
  await limitAttempts(rateLimiter, person, network ?? "nowhere", attempt.ip);
  const delayMs = await requiredDelay(rateLimiter, person);
  const withinLimits =
    email.length <= MAX_EMAIL_LENGTH && attempt.password.length <= MAX_EMAIL_LENGTH && !/\0/.test(email);
  const user = withinLimits ? await findUserByEmail(services.db, email) : null;
  if (delayMs > 0 && !(await isKnownNetwork(services, user?.id, network))) await wait(delayMs);
  const matches = await verifyPassword(user?.passwordHash ?? null, withinLimits ? attempt.password : "");
  // A wait and the verification take seconds, in which the password may have been replaced.
  const now = matches ? await findUserByEmail(services.db, email) : null;
  if (!user || !now || now.deletedAt || now.passwordHash !== user.passwordHash)
    throw new DomainError("unauthorized", "The e-mail address or the password is wrong.");
  return { userId: now.id, email: now.email };
}

async function limitAttempts(
  rateLimiter: RateLimiter,
  person: string,
  network: string,
  ip: string | null,
): Promise<void> {
  const results = [rateLimiter.take(`sign-in:at:${person}:${network}`, PER_NETWORK_AND_EMAIL)];
  if (ip !== null) results.push(rateLimiter.take(`sign-in:from:${addressKey(ip)}`, PER_ADDRESS));
  const refused = (await Promise.all(results)).filter((response) => !response.allowed);
  if (refused.length === 0) return;
  throw new DomainError("rate_limited", "Too many attempts to sign in; wait a minute.", {
    retry_after: Math.max(...refused.map((response) => response.retryAfterSeconds)),
  });
}

/** Returns the longest delay whose number of attempts is exceeded, in milliseconds. */
async function requiredDelay(rateLimiter: RateLimiter, person: string): Promise<number> {
  const delays = await Promise.all(
    DELAYS.map(async ({ after, ms }) => {
      const { allowed } = await rateLimiter.take(`sign-in:slow:${after}:${person}`, after);
      return allowed ? 0 : ms;
    }),
  );
  return Math.max(...delays);
}

async function isKnownNetwork(
  services: Services,
  userId: string | undefined,
  network: string | null,
): Promise<boolean> {
  if (userId === undefined || network === null) return false;
  return hasSessionFromNetwork(services.db, userId, network, new Date(services.now() - KNOWN_NETWORK_MS));
}
