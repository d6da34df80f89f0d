import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { findUserByEmail, normalEmail } from "@/server/db/accounts/accounts";
import { knowsNetwork } from "@/server/db/sessions/sessions";
import { DAY_MS } from "@/server/domain/durations";
import { DomainError } from "@/server/domain/errors";
import type { RateLimiter } from "@/server/rate-limit/rate-limiter";
import type { Services } from "@/server/usecases/request-context";
import { verifyPassword } from "../credentials/password";
import { networkOf } from "../network/network";

const PER_PLACE_AND_EMAIL = 10;
const PER_ADDRESS = 30;
const MAX_EMAIL_LENGTH = 254;
const KNOWN_FOR_MS = 90 * DAY_MS;

/** How long an attempt waits once so many came for one person in this minute, from wherever. */
const SLOWER: readonly { readonly after: number; readonly ms: number }[] = [
  { after: 10, ms: 1_000 },
  { after: 20, ms: 2_000 },
  { after: 40, ms: 4_000 },
  { after: 80, ms: 8_000 },
];

/** What a person typed, and the network address it came from. */
export interface SignInAttempt {
  readonly email: string;
  readonly password: string;
  readonly ip: string | null;
}

/** Who proved that the account is theirs. */
export interface Proven {
  readonly userId: string;
  readonly email: string;
}

/**
 * Checks an e-mail address and password. One network has 10 attempts a minute at one person and one network address 30
 * at all; beyond, it is refused. Many attempts at one person from many networks make further ones slower, not
 * impossible: nobody can lock a person out, least of all in a network they have signed in from in the last 90 days,
 * where nothing is slowed. An unknown person takes as long as a wrong password.
 * @throws DomainError rate_limited with retry_after in seconds, unauthorized for anything that does not fit
 */
export async function signIn(
  services: Services,
  rateLimiter: RateLimiter,
  attempt: SignInAttempt,
  wait: (ms: number) => Promise<unknown> = pause,
): Promise<Proven> {
  const email = normalEmail(attempt.email);
  const network = networkOf(attempt.ip);
  const person = createHash("sha256").update(email).digest("hex");
  await refuseCrowd(rateLimiter, person, network ?? "nowhere", attempt.ip);
  const delayMs = await delayFor(rateLimiter, person);
  const fits =
    email.length <= MAX_EMAIL_LENGTH && attempt.password.length <= MAX_EMAIL_LENGTH && !/\0/.test(email);
  const user = fits ? await findUserByEmail(services.db, email) : null;
  if (delayMs > 0 && !(await isHome(services, user?.id, network))) await wait(delayMs);
  const holds = await verifyPassword(user?.passwordHash ?? null, fits ? attempt.password : "");
  if (!holds || !user || user.deletedAt)
    throw new DomainError("unauthorized", "The e-mail address or the password is not right.");
  return { userId: user.id, email: user.email };
}

async function refuseCrowd(
  rateLimiter: RateLimiter,
  person: string,
  network: string,
  ip: string | null,
): Promise<void> {
  const counted = [rateLimiter.take(`sign-in:at:${person}:${network}`, PER_PLACE_AND_EMAIL)];
  if (ip !== null) counted.push(rateLimiter.take(`sign-in:from:${ip}`, PER_ADDRESS));
  const refused = (await Promise.all(counted)).filter((answer) => !answer.allowed);
  if (refused.length === 0) return;
  throw new DomainError("rate_limited", "Too many attempts to sign in; wait a minute.", {
    retry_after: Math.max(...refused.map((answer) => answer.retryAfterSeconds)),
  });
}

/** The longest wait whose number of attempts is used up. */
async function delayFor(rateLimiter: RateLimiter, person: string): Promise<number> {
  const reached = await Promise.all(
    SLOWER.map(async ({ after, ms }) => {
      const { allowed } = await rateLimiter.take(`sign-in:slow:${after}:${person}`, after);
      return allowed ? 0 : ms;
    }),
  );
  return Math.max(...reached);
}

async function isHome(
  services: Services,
  userId: string | undefined,
  network: string | null,
): Promise<boolean> {
  if (userId === undefined || network === null) return false;
  return knowsNetwork(services.db, userId, network, new Date(services.now() - KNOWN_FOR_MS));
}
