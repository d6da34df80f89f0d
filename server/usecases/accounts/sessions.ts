import type { SessionSubject } from "@/server/credentials/session-jwt";
import { findUser } from "@/server/db/accounts/accounts";
import { appendAccountEvent } from "@/server/db/accounts/events";
import {
  findSessionCredential,
  insertSession,
  liveSessionRows,
  revokeAllAccess,
  revokeSessions,
  type SessionMethod,
  type SessionRow,
  touchSession,
} from "@/server/db/accounts/sessions";
import type { PrismaTransaction } from "@/server/db/database/database";
import { DAY_MS } from "@/server/domain/durations";
import { DomainError } from "@/server/domain/errors";
import { type AccountOrigin, recordAccountEvent } from "../account-log";
import type { Services } from "../services";

/** Lifetime of a session without use. */
export const SESSION_DURATION_MS = 30 * DAY_MS;
const RECORD_INTERVAL_MS = 60_000;

/** How and where a session begins, as its person sees it in the list of sessions. */
export interface SessionOrigin {
  readonly method: SessionMethod;
  readonly network: string | null;
  readonly agent: string | null;
}

/**
 * Begins a session of a person.
 * @param options.replaces the browser's previous session, which ends
 * @param options.lifetimeMs lifetime without use, in milliseconds; 30 days by default
 * @throws DomainError unauthorized without such a person
 */
export async function beginSession(
  services: Services,
  userId: string,
  details: SessionOrigin,
  options: { readonly replaces?: SessionSubject | null; readonly lifetimeMs?: number } = {},
): Promise<SessionSubject> {
  const user = await findUser(services.db, userId);
  if (!user || user.deletedAt) throw new DomainError("unauthorized");
  const { replaces, lifetimeMs = SESSION_DURATION_MS } = options;
  const now = services.now();
  const sessionId = services.newId("session");
  await services.db.prisma.$transaction(async (prisma) => {
    if (replaces) await revokeSessions(prisma, replaces.userId, { id: replaces.sessionId }, new Date(now));
    await insertSession(prisma, {
      ...details,
      id: sessionId,
      userId,
      createdAt: new Date(now),
      expiresAt: new Date(now + lifetimeMs),
    });
    await recordBegin(services, prisma, userId, sessionId, details);
  });
  return { sessionId, userId, epoch: user.sessionEpoch };
}

// Not `recordAccountEvent`: the caller passes the network, not the address.
function recordBegin(
  services: Services,
  prisma: PrismaTransaction,
  userId: string,
  sessionId: string,
  { method, network, agent }: SessionOrigin,
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

/**
 * Returns whether a session is valid: not ended, not expired, its person neither deleted nor signed out everywhere.
 */
export async function isSessionValid(services: Services, subject: SessionSubject): Promise<boolean> {
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

/** Lists the person's valid sessions, the most recently used first. */
export const listSessions = (services: Services, userId: string): Promise<SessionRow[]> =>
  liveSessionRows(services.db, userId, new Date(services.now()));

/** Ends one of the person's own sessions; does nothing for one that has ended or belongs to another person. */
export async function endSession(
  services: Services,
  userId: string,
  id: string,
  origin: AccountOrigin,
): Promise<{ ended: boolean }> {
  const end = (prisma: PrismaTransaction, at: Date) => revokeSessions(prisma, userId, { id }, at);
  return { ended: (await endRecorded(services, userId, origin, { session: id }, end)) > 0 };
}

/** Ends all of the person's sessions except the current one. */
export async function endOtherSessions(
  services: Services,
  userId: string,
  except: string,
  origin: AccountOrigin,
): Promise<{ ended: number }> {
  const end = (prisma: PrismaTransaction, at: Date) => revokeSessions(prisma, userId, { except }, at);
  return { ended: await endRecorded(services, userId, origin, { sessions: "others" }, end) };
}

/**
 * Ends every session of the person; bearer tokens issued to them until now, including the identity provider's, become
 * invalid too.
 */
export async function signOutEverywhere(
  services: Services,
  userId: string,
  origin: AccountOrigin,
): Promise<{ ended: number }> {
  const end = (prisma: PrismaTransaction, at: Date) => revokeAllAccess(prisma, userId, at);
  return { ended: await endRecorded(services, userId, origin, { sessions: "all" }, end) };
}

/** Ends sessions and records it in the account's log, unless none was valid. */
function endRecorded(
  services: Services,
  userId: string,
  origin: AccountOrigin,
  scope: Readonly<Record<string, string>>,
  end: (prisma: PrismaTransaction, at: Date) => Promise<number>,
): Promise<number> {
  return services.db.prisma.$transaction(async (prisma) => {
    const ended = await end(prisma, new Date(services.now()));
    if (ended > 0) {
      const after = { ...scope, ended };
      await recordAccountEvent(services, prisma, userId, origin, { action: "session.end", after });
    }
    return ended;
  });
}

const recording = new Set<string>();

/**
 * Records that a session was used, at most once a minute. Call it after the answer; it never throws, because a
 * failure to record must not fail the request.
 */
export async function recordSessionUse(
  services: Services,
  use: { readonly sessionId: string | null; readonly lastUsedAt: number | null },
): Promise<void> {
  const now = services.now();
  const { sessionId: id, lastUsedAt } = use;
  if (id === null || recording.has(id) || (lastUsedAt !== null && now - lastUsedAt < RECORD_INTERVAL_MS))
    return;
  recording.add(id);
  try {
    const notedBefore = new Date(now - RECORD_INTERVAL_MS);
    await touchSession(services.db, id, {
      at: new Date(now),
      notedBefore,
      expiresAt: new Date(now + SESSION_DURATION_MS),
    });
  } catch (error) {
    services.log.warn({ session: id, error }, "a session's use was not noted");
  } finally {
    recording.delete(id);
  }
}
