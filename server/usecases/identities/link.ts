import { confirmAddress, findUserByEmail, lockUser } from "@/server/db/accounts/accounts";
import { consumeChallenge, findChallenge } from "@/server/db/accounts/challenges";
import type { PrismaTransaction } from "@/server/db/database/database";
import { asUser } from "@/server/db/database/transaction";
import {
  consumePendingIdentity,
  findPendingIdentity,
  insertIdentity,
  type PendingIdentityRow,
} from "@/server/db/identities/identities";
import { DomainError } from "@/server/domain/errors";
import { type AccountOrigin, recordAccountEvent } from "../account-log";
import { createCode, hashOfCode } from "../accounts/mailed-code";
import { removeOtherSignIns } from "../accounts/remove-other-sign-ins";
import { fieldError } from "../input";
import { deliverOrReturnLink, requireMailServer, storeLinkMail } from "../mails/one-time-link";
import type { Services } from "../services";
import { PENDING_IDENTITY_MS } from "./identities";

/** Returns the identity that waits for proof under this code; null when there is none. */
export const waitingIdentity = (services: Services, code: string): Promise<PendingIdentityRow | null> =>
  findPendingIdentity(services.db, hashOfCode(code), new Date(services.now()));

/**
 * Links a waiting identity to the person who proved ownership of the account, by its password or by being signed in.
 * @throws DomainError email_not_confirmed while the account's address is unconfirmed; conflict when the identity has
 * been linked meanwhile or the link has expired
 */
export async function linkIdentity(
  services: Services,
  link: PendingIdentityRow,
  userId: string,
  origin: AccountOrigin,
): Promise<{ userId: string }> {
  await asUser(services.db, userId, (prisma) => writeLink(services, prisma, link, userId, origin));
  return { userId };
}

async function writeLink(
  services: Services,
  prisma: PrismaTransaction,
  link: PendingIdentityRow,
  userId: string,
  origin: AccountOrigin,
): Promise<void> {
  const at = new Date(services.now());
  const user = await lockUser(prisma, userId);
  if (!user || user.deletedAt) throw new DomainError("not_found", "There is no such person.");
  // A person who signed up with another person's address must not keep access once its owner takes over the account.
  if (!user.emailConfirmedAt) throw new DomainError("email_not_confirmed");
  const { issuer, subject, email } = link;
  const identity = { id: services.newId("identity"), userId, issuer, subject, email, createdAt: at };
  if (!(await consumePendingIdentity(prisma, link.id, at)) || !(await insertIdentity(prisma, identity)))
    throw new DomainError(
      "conflict",
      "This sign-in is linked already, or too much time has passed. Start again.",
    );
  const after = { identity: identity.id, issuer };
  await recordAccountEvent(services, prisma, userId, origin, { action: "identity.link", after });
}

/**
 * Mails a link that proves ownership of the account with the waiting identity's address. Only for an address that the
 * issuer has verified. Sends nothing when there is no such account; the answer does not reveal that.
 * @throws DomainError conflict for an address the issuer has not verified, or without a mail server
 */
export async function mailIdentityProof(services: Services, link: PendingIdentityRow): Promise<void> {
  const email = vouchedAddress(link);
  requireMailServer(services.settings);
  const user = await findUserByEmail(services.db, email);
  if (!user || user.deletedAt) return;
  const userId = user.id;
  const oneTimeLink = await asUser(services.db, userId, async (prisma) => {
    const purpose = "link_identity";
    const code = await createCode(services, prisma, {
      userId,
      email,
      purpose,
      validForMs: PENDING_IDENTITY_MS,
      ref: link.id,
    });
    return storeLinkMail(services, prisma, `${services.settings.publicUrl}/link?code=${code}`, {
      workspaceId: null,
      userId,
      recipient: email,
      template: "link_identity",
      subject: "Link your sign-in to your account",
      text: (open) =>
        `Somebody signed in at ${link.issuer} with this e-mail address. If it was you, open this link within 15 minutes, in the same browser:\n\n${open}\n\nIf it was not you, ignore this mail.\n`,
    });
  });
  await deliverOrReturnLink(services, oneTimeLink);
}

/**
 * Returns the identity's address if the issuer has verified it.
 * @throws DomainError conflict otherwise
 */
export function vouchedAddress(link: PendingIdentityRow): string {
  if (link.email !== null && link.emailVerified) return link.email;
  throw new DomainError(
    "conflict",
    "Your sign-in does not vouch for this e-mail address. Sign in to your account first, then link it there.",
  );
}

/**
 * Links a waiting identity with the code of a mail. An unconfirmed address is confirmed by it, and every other way to
 * sign in that was set up before is removed: password, other identities and sessions.
 * @throws DomainError validation_error for a code that is unknown, used, expired or of another sign-in
 */
export async function linkByMail(
  services: Services,
  link: PendingIdentityRow,
  code: string,
  origin: AccountOrigin,
): Promise<{ userId: string }> {
  const at = new Date(services.now());
  const email = vouchedAddress(link);
  const challenge = await findChallenge(services.db.prisma, hashOfCode(code), ["link_identity"], at);
  const isValid = challenge && challenge.ref === link.id && challenge.email === email && !challenge.usedAt;
  if (!isValid)
    throw fieldError("code", "invalid", "This link is not valid any more, or was opened in another browser.");
  const { userId } = challenge;
  await asUser(services.db, userId, async (prisma) => {
    const user = await lockUser(prisma, userId);
    const used = user?.email === email && (await consumeChallenge(prisma, challenge.id, at));
    if (!used) throw fieldError("code", "invalid", "This link is not valid any more.");
    if (!user.emailConfirmedAt) {
      await removeOtherSignIns(prisma, userId, at);
      await recordAccountEvent(services, prisma, userId, origin, {
        action: "address.confirm",
        after: { other_ways_closed: true },
      });
    }
    await confirmAddress(prisma, { userId, email }, at);
    await writeLink(services, prisma, link, userId, origin);
  });
  return { userId };
}
