import {
  type AuditEntry,
  auditHash,
  CHAIN_START,
  createChainVerifier,
  type VerificationResult,
} from "../audit/chain";
import { canonicalJson, type Json } from "../database/canonical-json";
import type { Database, PrismaTransaction } from "../database/database";
import { asUser } from "../database/transaction";

/** One event of an account: actor, channel, network prefix (never a full IP address) and time. */
export interface NewAccountEvent {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Kind and id, such as `user:usr_…`. */
  readonly actor: string;
  readonly via: string;
  readonly action: string;
  readonly before?: Json;
  readonly after?: Json;
  readonly requestId: string | null;
  readonly network: string | null;
}

/** An event as its person sees it; `before` and `after` are JSON text. */
export interface AccountEventRow {
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly via: string;
  readonly action: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly network: string | null;
}

const MAX_LISTED_EVENTS = 100;

interface StoredEvent extends AccountEventRow {
  readonly seq: bigint;
  readonly requestId: string | null;
  readonly previous: Uint8Array;
  readonly hash: Uint8Array;
}

/** An account's event in the form of a workspace's entry, so that both chains share one hash function. */
const entryOf = (userId: string, event: Omit<StoredEvent, "previous" | "hash">, previous: string) => ({
  seq: String(event.seq),
  id: event.id,
  at: event.at.toISOString(),
  actor: event.actor,
  actor_label: "",
  via: event.via,
  action: event.action,
  subject: userId,
  before: event.before,
  after: event.after,
  request_id: event.requestId,
  ip: event.network,
  previous,
});

/**
 * Appends one event to the account's hash chain, in the transaction of the change it records, and sets
 * app.user_id for the rest of that transaction. Serialises events of one account until their transactions end.
 */
export async function appendAccountEvent(
  prisma: PrismaTransaction,
  userId: string,
  event: NewAccountEvent,
): Promise<void> {
  await prisma.$executeRaw`SELECT set_config('app.user_id', ${userId}, true)`;
  // A statement sees only data committed before it began, so the lock must be taken before the last row is read.
  await prisma.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('account ' || ${userId}, 0))`;
  const [last] = await prisma.$queryRaw<{ seq: bigint; hash: string }[]>`
    SELECT seq, encode(hash, 'hex') AS hash FROM account_events WHERE user_id = ${userId} ORDER BY seq DESC LIMIT 1`;
  const { seq, hash: previous } = last ?? CHAIN_START;
  const stored = {
    seq: BigInt(seq) + 1n,
    id: event.id,
    at: new Date(event.at),
    actor: event.actor,
    via: event.via,
    action: event.action,
    before: event.before === undefined ? null : canonicalJson(event.before),
    after: event.after === undefined ? null : canonicalJson(event.after),
    requestId: event.requestId,
    network: event.network,
  };
  const hash = auditHash(userId, entryOf(userId, stored, previous));
  await prisma.accountEvent.create({
    data: { userId, ...stored, previous: Buffer.from(previous, "hex"), hash: Buffer.from(hash, "hex") },
  });
}

/** Returns the account's latest events, newest first. */
export function listAccountEvents(db: Database, userId: string): Promise<AccountEventRow[]> {
  return asUser(db, userId, (prisma) =>
    prisma.accountEvent.findMany({
      where: { userId },
      select: {
        id: true,
        at: true,
        actor: true,
        via: true,
        action: true,
        before: true,
        after: true,
        network: true,
      },
      orderBy: { seq: "desc" },
      take: MAX_LISTED_EVENTS,
    }),
  );
}

/** Verifies the account's whole hash chain. */
export async function verifyAccountEvents(db: Database, userId: string): Promise<VerificationResult> {
  const rows = await asUser(db, userId, (prisma) =>
    prisma.accountEvent.findMany({ where: { userId }, orderBy: { seq: "asc" } }),
  );
  const chain = createChainVerifier(userId);
  for (const row of rows) {
    const line: AuditEntry = {
      ...entryOf(userId, row, Buffer.from(row.previous).toString("hex")),
      hash: Buffer.from(row.hash).toString("hex"),
    };
    if (!chain.take(line)) break;
  }
  return chain.end();
}
