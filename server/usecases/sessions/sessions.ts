import type { SessionSubject } from "@/server/credentials/session-jwt";
import { findUser } from "@/server/db/accounts/accounts";
import { appendAccountEvent } from "@/server/db/accounts/events";
import type { PrismaTransaction } from "@/server/db/database/database";
import {
  endEverySession,
  endSessionRows,
  findSessionCredential,
  insertSession,
  liveSessionRows,
  type SessionMethod,
  type SessionRow,
  touchSession,
} from "@/server/db/sessions/sessions";
import { DAY_MS } from "@/server/domain/durations";
import { DomainError } from "@/server/domain/errors";
import { type AccountOrigin, recordAccountEvent } from "../account-log";
import type { Services } from "../request-context";

/** How long a browser that nobody uses stays signed in. */
export const SESSION_MS = 30 * DAY_MS;
const NOTED_EVERY_MS = 60_000;

/** Where a session begins, in words its owner knows it by. */
export interface SessionPlace {
  readonly method: SessionMethod;
  readonly network: string | null;
  readonly agent: string | null;
}

/**
 * Begins a session of a person.
 * @param options.replaces the session this browser had before, which ends
 * @param options.lifetimeMs how long it lasts unused; 30 days unless said
 * @throws DomainError unauthorized without such a person
 */
export async function beginSession(
  services: Services,
  userId: string,
  place: SessionPlace,
  options: { readonly replaces?: SessionSubject | null; readonly lifetimeMs?: number } = {},
): Promise<SessionSubject> {
  const user = await findUser(services.db, userId);
  if (!user || user.deletedAt) throw new DomainError("unauthorized");
  const { replaces, lifetimeMs = SESSION_MS } = options;
  const now = services.now();
  const sessionId = services.newId("session");
  await services.db.prisma.$transaction(async (prisma) => {
    if (replaces) await endSessionRows(prisma, replaces.userId, { id: replaces.sessionId }, new Date(now));
    await insertSession(prisma, {
      ...place,
      id: sessionId,
      userId,
      createdAt: new Date(now),
      expiresAt: new Date(now + lifetimeMs),
    });
    await recordBegin(services, prisma, userId, sessionId, place);
  });
  return { sessionId, userId, epoch: user.sessionEpoch };
}

// The place is known as a network already: no address is handed on to here.
function recordBegin(
  services: Services,
  prisma: PrismaTransaction,
  userId: string,
  sessionId: string,
  { method, network, agent }: SessionPlace,
): Promise<void> {
  const byOperator = method === "operator";
  return appendAccountEvent(prisma, userId, {
    id: services.newId("event"),
    at: services.now(),
    actor: byOperator ? "system:operator" : `user:${userId}`,
    via: byOperator ? "command" : "web",
    action: "session.begin",
    after: { session: sessionId, method, agent },
    requestId: null,
    network,
  });
}

/** Whether a session goes on: not ended, not run out, its person neither deleted nor signed out everywhere. */
export async function goesOn(services: Services, subject: SessionSubject): Promise<boolean> {
  const found = await findSessionCredential(services.db, subject.sessionId, null);
  return (
    found !== null &&
    found.user_id === subject.userId &&
    found.session_epoch === subject.epoch &&
    !found.user_deleted &&
    found.ended_at === null &&
    found.expires_at.getTime() > services.now()
  );
}

/** The person's sessions that go on, the one seen last first. */
export const listSessions = (services: Services, userId: string): Promise<SessionRow[]> =>
  liveSessionRows(services.db, userId, new Date(services.now()));

/** Ends one session of the person's own; one that has ended already, or is somebody else's, changes nothing. */
export async function endSession(
  services: Services,
  userId: string,
  id: string,
  origin: AccountOrigin,
): Promise<{ ended: boolean }> {
  const end = (prisma: PrismaTransaction, at: Date) => endSessionRows(prisma, userId, { id }, at);
  return { ended: (await endRecorded(services, userId, origin, { session: id }, end)) > 0 };
}

/** Ends the person's sessions but the one they are using. */
export async function endOtherSessions(
  services: Services,
  userId: string,
  except: string,
  origin: AccountOrigin,
): Promise<{ ended: number }> {
  const end = (prisma: PrismaTransaction, at: Date) => endSessionRows(prisma, userId, { except }, at);
  return { ended: await endRecorded(services, userId, origin, { sessions: "others" }, end) };
}

/** Ends every session of the person; bearers of theirs that were issued until now, the identity provider's too, end with them. */
export async function signOutEverywhere(
  services: Services,
  userId: string,
  origin: AccountOrigin,
): Promise<{ ended: number }> {
  const end = (prisma: PrismaTransaction, at: Date) => endEverySession(prisma, userId, at);
  return { ended: await endRecorded(services, userId, origin, { sessions: "all" }, end) };
}

/** Ends sessions and records it in the account's log, unless none went on. */
function endRecorded(
  services: Services,
  userId: string,
  origin: AccountOrigin,
  which: Readonly<Record<string, string>>,
  end: (prisma: PrismaTransaction, at: Date) => Promise<number>,
): Promise<number> {
  return services.db.prisma.$transaction(async (prisma) => {
    const ended = await end(prisma, new Date(services.now()));
    if (ended > 0) {
      const after = { ...which, ended };
      await recordAccountEvent(services, prisma, userId, origin, { action: "session.end", after });
    }
    return ended;
  });
}

const noting = new Set<string>();

/**
 * Notes that a session was used, at most once a minute. Call it after the answer; it never throws, as a use that was
 * not noted is no reason to fail.
 */
export async function recordSessionUse(
  services: Services,
  use: { readonly sessionId: string | null; readonly lastUsedAt: number | null },
): Promise<void> {
  const now = services.now();
  const { sessionId: id, lastUsedAt } = use;
  if (id === null || noting.has(id) || (lastUsedAt !== null && now - lastUsedAt < NOTED_EVERY_MS)) return;
  noting.add(id);
  try {
    const notedBefore = new Date(now - NOTED_EVERY_MS);
    await touchSession(services.db, id, {
      at: new Date(now),
      notedBefore,
      expiresAt: new Date(now + SESSION_MS),
    });
  } catch (error) {
    services.log.warn({ session: id, error }, "a session's use was not noted");
  } finally {
    noting.delete(id);
  }
}
