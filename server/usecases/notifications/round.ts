import type { Tx } from "@/server/db/database/transaction";
import type { MailKey } from "@/server/db/mails/mails";
import type { WorkspaceRow } from "@/server/db/members/memberships";
import { insertNotices, type Notice, type Recipient } from "@/server/db/notifications/notifications";
import {
  type Choices,
  defaultChoices,
  mayBeNotified,
  type Topic,
  wants,
} from "@/server/domain/notifications/notification";
import { type MailDraft, storeMail } from "../mails/deliver";
import type { Services } from "../services";

/** One round over one workspace: earlier notices, possible recipients, and the mails stored in this round. */
export interface NotificationRound {
  readonly services: Services;
  readonly tx: Tx;
  readonly workspace: WorkspaceRow;
  /** The workspace's time zone; members who chose none receive their digest by it. */
  readonly timeZone: string;
  readonly notices: readonly Notice[];
  readonly recipients: readonly Recipient[];
  readonly mailKeys: MailKey[];
}

/** A recipient with their choices, or the defaults of their role. */
export interface Reader extends Recipient {
  readonly choices: Choices;
}

/** Returns the members whose role has the topic and who chose to receive it. */
export const readersOf = ({ recipients, timeZone }: NotificationRound, topic: Topic): Reader[] =>
  recipients
    .map((recipient) => ({
      ...recipient,
      choices: recipient.choices ?? defaultChoices(recipient.role, timeZone),
    }))
    .filter(({ role, choices }) => mayBeNotified(role, topic) && wants(choices, topic));

/** Returns the notices of a topic that a person has received. */
export const noticesTo = ({ notices }: NotificationRound, userId: string, topic: string): Notice[] =>
  notices.filter((notice) => notice.userId === userId && notice.topic === topic);

/** Returns when a person was last notified of a topic, in milliseconds since 1970; null for never. */
export const lastNotifiedMs = (round: NotificationRound, userId: string, topic: Topic): number | null =>
  noticesTo(round, userId, topic).reduce<number | null>(
    (last, { at }) => Math.max(last ?? 0, at.getTime()),
    null,
  );

/** Returns the URL of a page of the workspace. */
export const pageUrl = ({ services, workspace }: NotificationRound, path: string): string =>
  `${services.settings.publicUrl}/w/${workspace.id}${path}`;

/**
 * Stores a mail to that person and a notice for each of its subjects, in the round's own transaction.
 * @throws the database's unique violation when one of the subjects was notified before, so that none is repeated
 */
export async function notify(
  round: NotificationRound,
  reader: Reader,
  topic: Topic,
  {
    subjects,
    ...content
  }: Pick<MailDraft, "subject" | "text" | "action"> & { readonly subjects: readonly string[] },
): Promise<void> {
  const { services, tx, workspace, mailKeys } = round;
  const { userId, email: recipient } = reader;
  const at = new Date(services.now());
  await insertNotices(
    tx,
    subjects.map((subject) => ({ userId, topic, subject, at })),
  );
  const letter: MailDraft = {
    workspaceId: workspace.id,
    userId,
    recipient,
    topic,
    template: topic,
    ...content,
  };
  mailKeys.push(await storeMail(services, tx.prisma, letter));
}
