import type { Database, PrismaTransaction } from "../database/database";
import { queryAsSystem } from "../database/query";
import { tenantOf } from "../database/tenant";
import { asUser, inTenant, type Tx } from "../database/transaction";

/** Names one mail and who may see it: a workspace, or a person for mails of no workspace. */
export interface MailKey {
  readonly id: string;
  readonly workspaceId: string | null;
  readonly userId: string | null;
}

export interface NewMail extends MailKey {
  readonly recipient: string;
  readonly subject: string;
  /** Sealed. */
  readonly body: Uint8Array<ArrayBuffer>;
  /** Whether the body carries a one-time link: nobody but its recipient reads it. */
  readonly oneTime: boolean;
  readonly topic?: string;
  readonly createdAt: Date;
}

export interface MailRow {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly workspaceId: string | null;
  /** Sealed; null once it was sent, or given up. */
  readonly body: Uint8Array | null;
  readonly oneTime: boolean;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
  readonly error: string | null;
}

type MailContent = Pick<MailRow, "recipient" | "subject"> & {
  readonly body: Uint8Array;
  readonly topic: string | null;
};

const SHOWN = {
  id: true,
  recipient: true,
  subject: true,
  workspaceId: true,
  body: true,
  oneTime: true,
  createdAt: true,
  sentAt: true,
  error: true,
} as const;
const SHOWN_AT_MOST = 100;
const LEFT = "Its recipient is no longer a member.";
const DUE = { name: "due_mails", text: "SELECT workspace_id, user_id, id FROM due_mails($1, $2)" };

/** Keeps a mail in the transaction of what it tells of; createMany, as its writer may not be allowed to read it back. */
export async function insertMail(prisma: PrismaTransaction, mail: NewMail): Promise<void> {
  await prisma.mail.createMany({ data: [mail] });
}

/** The workspace's latest mails, newest first. */
export function listMailRows(tx: Tx): Promise<MailRow[]> {
  return tx.prisma.mail.findMany({
    where: { workspaceId: tx.tenant.workspaceId },
    select: SHOWN,
    orderBy: { id: "desc" },
    take: SHOWN_AT_MOST,
  });
}

/** The latest mails of no workspace to that person, newest first. */
export function mailsToUser(db: Database, userId: string): Promise<MailRow[]> {
  return asUser(db, userId, (prisma) =>
    prisma.mail.findMany({
      where: { userId, workspaceId: null },
      select: SHOWN,
      orderBy: { id: "desc" },
      take: SHOWN_AT_MOST,
    }),
  );
}

/** Mails written since then that have not been sent, oldest first. */
export async function dueMails(db: Database, since: Date, most: number): Promise<MailKey[]> {
  const rows = await queryAsSystem<{ workspace_id: string | null; user_id: string | null; id: string }>(
    db,
    DUE,
    [since, most],
  );
  return rows.map((row) => ({ id: row.id, workspaceId: row.workspace_id, userId: row.user_id }));
}

/**
 * Hands one unsent mail to `send` under its row's lock, so that two processes do not send it at once, and notes how it
 * went; what was sent is kept without its body. A mail that was sent, or is being sent by another process, is left alone.
 * @param send resolves to null, or to why the mail was not taken
 */
export async function sendUnderLock(
  db: Database,
  key: MailKey,
  at: Date,
  send: (mail: MailContent) => Promise<string | null>,
): Promise<void> {
  const work = async (prisma: PrismaTransaction): Promise<void> => {
    const [mail] = await prisma.$queryRaw<MailContent[]>`
      SELECT recipient, subject, body, topic FROM mails
      WHERE id = ${key.id} AND sent_at IS NULL AND body IS NOT NULL FOR UPDATE SKIP LOCKED`;
    if (!mail) return;
    const error = (await isLeft(prisma, key, mail)) ? LEFT : await send(mail);
    await prisma.mail.updateMany({
      where: { id: key.id },
      data: error === null ? { sentAt: at, error: null, body: null } : { error },
    });
  };
  if (key.workspaceId !== null) return inTenant(db, tenantOf(key.workspaceId), (tx) => work(tx.prisma));
  if (key.userId !== null) return asUser(db, key.userId, work);
}

/** Drops the bodies of mails with one-time links that were written before then. */
export async function dropOneTimeMails(db: Database, before: Date): Promise<void> {
  await queryAsSystem(db, { name: "drop_one_time_mails", text: "SELECT drop_one_time_mails($1)" }, [before]);
}

/** How many mails with that subject were written to a person, apart from any workspace, since then. */
export function countMailsTo(
  prisma: PrismaTransaction,
  userId: string,
  subject: string,
  since: Date,
): Promise<number> {
  return prisma.mail.count({ where: { userId, workspaceId: null, subject, createdAt: { gt: since } } });
}

/** Whether a mail that may be unsubscribed from is for somebody who is no longer a member: they hear no more. */
async function isLeft(prisma: PrismaTransaction, key: MailKey, { topic }: MailContent): Promise<boolean> {
  const { workspaceId, userId } = key;
  if (topic === null || workspaceId === null || userId === null) return false;
  return (await prisma.membership.count({ where: { workspaceId, userId } })) === 0;
}
