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
import { keepMail, type Letter } from "../mails/deliver";
import type { Services } from "../request-context";

/** One round over one workspace: what was told before, who may be told, and the mails that come of it. */
export interface NotificationRound {
  readonly services: Services;
  readonly tx: Tx;
  readonly workspace: WorkspaceRow;
  readonly told: readonly Notice[];
  readonly recipients: readonly Recipient[];
  readonly kept: MailKey[];
}

/** A member with what they want, or would get where they chose nothing. */
export interface Reader extends Recipient {
  readonly choices: Choices;
}

/** The members who want mails of that topic and whose role they are for. */
export const readersOf = ({ recipients }: NotificationRound, topic: Topic): Reader[] =>
  recipients
    .map((recipient) => ({ ...recipient, choices: recipient.choices ?? defaultChoices(recipient.role) }))
    .filter(({ role, choices }) => mayBeNotified(role, topic) && wants(choices, topic));

/** What a person was told of a topic. */
export const noticesTo = ({ told }: NotificationRound, userId: string, topic: string): Notice[] =>
  told.filter((notice) => notice.userId === userId && notice.topic === topic);

/** When a person was last told of a topic, in milliseconds since 1970; null for never. */
export const lastNotifiedMs = (round: NotificationRound, userId: string, topic: Topic): number | null =>
  noticesTo(round, userId, topic).reduce<number | null>(
    (last, { at }) => Math.max(last ?? 0, at.getTime()),
    null,
  );

/** The address of a page of the workspace. */
export const pageOf = ({ services, workspace }: NotificationRound, path: string): string =>
  `${services.settings.publicUrl}/w/${workspace.id}${path}`;

/**
 * Keeps a mail to that person and remembers its subjects as told, in the round's own transaction.
 * @throws the database's error where one of them was told before, so that nothing is told twice
 */
export async function notify(
  round: NotificationRound,
  reader: Reader,
  topic: Topic,
  { subjects, ...words }: Pick<Letter, "subject" | "text"> & { readonly subjects: readonly string[] },
): Promise<void> {
  const { services, tx, workspace, kept } = round;
  const { userId, email: recipient } = reader;
  const at = new Date(services.now());
  await insertNotices(
    tx,
    subjects.map((subject) => ({ userId, topic, subject, at })),
  );
  const letter: Letter = { workspaceId: workspace.id, userId, recipient, topic, ...words };
  kept.push(await keepMail(services, tx.prisma, letter));
}
