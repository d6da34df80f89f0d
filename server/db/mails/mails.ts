import type { Database, PrismaTransaction } from "../database/database";
import { queryAsSystem } from "../database/query";
import { tenantOf } from "../database/tenant";
import { asUser, inTenant, type Tx } from "../database/transaction";

/** Identifies one mail and who may read it: a workspace, or a person for mails outside any workspace. */
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
  /** The line of the text, counted from 0, with the link of the mail's button; null without a button. */
  readonly actionLine: number | null;
  /** True when the body contains a one-time link, which only its recipient may read. */
  readonly oneTime: boolean;
  readonly topic?: string;
  readonly template: string;
  readonly createdAt: Date;
}

export interface MailRow {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly workspaceId: string | null;
  /** Sealed; null after the mail was sent or given up. */
  readonly body: Uint8Array | null;
  readonly oneTime: boolean;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
  readonly error: string | null;
}

type MailContent = Pick<MailRow, "recipient" | "subject"> & {
  readonly body: Uint8Array;
  readonly actionLine: number | null;
  readonly topic: string | null;
  readonly template: string | null;
  /** Earlier attempts to send it. */
  readonly attempts: number;
};

const LISTED_FIELDS = {
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
const MAX_LISTED_MAILS = 100;
const RECIPIENT_LEFT = "Its recipient is no longer a member.";
const DUE = {
  name: "mails_to_try",
  text: "SELECT workspace_id, user_id, id FROM mails_to_try($1, $2, $3)",
};

/**
 * Inserts a mail in the transaction of its cause. Uses createMany, since the writer may lack the right to read the
 * row back.
 */
export async function insertMail(prisma: PrismaTransaction, mail: NewMail): Promise<void> {
  await prisma.mail.createMany({ data: [mail] });
}

/** Returns the workspace's latest mails, newest first. */
export function listMailRows(tx: Tx): Promise<MailRow[]> {
  return tx.prisma.mail.findMany({
    where: { workspaceId: tx.tenant.workspaceId },
    select: LISTED_FIELDS,
    orderBy: { id: "desc" },
    take: MAX_LISTED_MAILS,
  });
}

/** Returns the person's latest mails outside any workspace, newest first. */
export function mailsToUser(db: Database, userId: string): Promise<MailRow[]> {
  return asUser(db, userId, (prisma) =>
    prisma.mail.findMany({
      where: { userId, workspaceId: null },
      select: LISTED_FIELDS,
      orderBy: { id: "desc" },
      take: MAX_LISTED_MAILS,
    }),
  );
}

/**
 * Returns unsent mails written since `since` that are to be tried at `at`, those first that were tried least. That is
 * each minute, after five tries with pauses that grow to a quarter of an hour.
 */
export async function dueMails(
  db: Database,
  { since, at }: { readonly since: Date; readonly at: Date },
  limit: number,
): Promise<MailKey[]> {
  const rows = await queryAsSystem<{ workspace_id: string | null; user_id: string | null; id: string }>(
    db,
    DUE,
    [since, at, limit],
  );
  return rows.map((row) => ({ id: row.id, workspaceId: row.workspace_id, userId: row.user_id }));
}

/** What became of an attempt at a mail. */
export interface MailAttempt {
  readonly outcome: "sent" | "refused" | "given_up";
  readonly template: string | null;
  readonly recipient: string;
  /** Attempts by now, this one included. */
  readonly attempts: number;
}

/**
 * Passes one unsent mail to `send` under a lock on its row, so that two processes do not send it twice, and records
 * the result; the body of a mail that was sent, or whose recipient has left, is deleted. Skips a mail that was sent or
 * is being sent by another process.
 * @param send resolves to null, or to the reason why the mail was not accepted
 * @returns null for a mail that was skipped
 */
export async function sendUnderLock(
  db: Database,
  key: MailKey,
  at: Date,
  send: (mail: MailContent) => Promise<string | null>,
): Promise<MailAttempt | null> {
  const work = async (prisma: PrismaTransaction): Promise<MailAttempt | null> => {
    const [mail] = await prisma.$queryRaw<MailContent[]>`
      SELECT recipient, subject, body, action_line AS "actionLine", topic, template, attempts FROM mails
      WHERE id = ${key.id} AND sent_at IS NULL AND body IS NOT NULL FOR UPDATE SKIP LOCKED`;
    if (!mail) return null;
    const hasLeft = await recipientLeft(prisma, key, mail);
    const error = hasLeft ? RECIPIENT_LEFT : await send(mail);
    const attempts = hasLeft ? mail.attempts : mail.attempts + 1;
    await prisma.mail.updateMany({
      where: { id: key.id },
      data:
        error === null
          ? { sentAt: at, error: null, body: null, attempts }
          : { error, attempts, ...(hasLeft && { body: null }) },
    });
    const refused = hasLeft ? "given_up" : "refused";
    return {
      outcome: error === null ? "sent" : refused,
      template: mail.template,
      recipient: mail.recipient,
      attempts,
    };
  };
  if (key.workspaceId !== null) return inTenant(db, tenantOf(key.workspaceId), (tx) => work(tx.prisma));
  return key.userId === null ? null : asUser(db, key.userId, work);
}

/** Deletes the bodies of mails with one-time links written before `before`. */
export async function dropOneTimeMails(db: Database, before: Date): Promise<void> {
  await queryAsSystem(db, { name: "drop_one_time_mails", text: "SELECT drop_one_time_mails($1)" }, [before]);
}

/** Counts the mails with that subject to a person, outside any workspace, since `since`. */
export function countMailsTo(
  prisma: PrismaTransaction,
  userId: string,
  subject: string,
  since: Date,
): Promise<number> {
  return prisma.mail.count({ where: { userId, workspaceId: null, subject, createdAt: { gt: since } } });
}

/**
 * Returns whether the recipient of a mail with an unsubscribe link is no longer a member; such mails are not sent.
 */
async function recipientLeft(
  prisma: PrismaTransaction,
  key: MailKey,
  { topic }: MailContent,
): Promise<boolean> {
  const { workspaceId, userId } = key;
  if (topic === null || workspaceId === null || userId === null) return false;
  return (await prisma.membership.count({ where: { workspaceId, userId } })) === 0;
}
