import {
  confirmAddress,
  findUser,
  findUserByEmail,
  lockUser,
  normalEmail,
  savePassword,
} from "@/server/db/accounts";
import { findChallenge, useChallenge } from "@/server/db/challenges";
import type { PrismaTransaction } from "@/server/db/database";
import {
  type IdentityLinkRow,
  type IdentityRow,
  type IssuerSubject,
  deleteIdentities,
  findIdentity,
  findIdentityLink,
  identitiesOf,
  insertIdentity,
  insertIdentityLink,
  touchIdentity,
  useIdentityLink,
} from "@/server/db/identities";
import { endEverySession } from "@/server/db/sessions";
import { asUser } from "@/server/db/transaction";
import { DomainError } from "@/server/domain/errors";
import type { Services } from "../acting";
import { deliverMail, keepMail } from "../mails/deliver";
import { fieldError } from "./fields";
import { hashOfCode, keepCode, newCode } from "./mailed-code";
import { signUpByIdentity } from "./sign-up";

/** How long somebody may take to prove which account is theirs. */
export const LINK_HOLDS_MS = 15 * 60 * 1_000;

/** What an identity provider says of a person who signed in with it. */
export interface IdentityClaims extends IssuerSubject {
  readonly email: string | null;
  /** Whether the issuer says that the address is theirs. */
  readonly emailVerified: boolean;
  readonly name: string | null;
}

/** What becomes of somebody who comes from the identity provider. */
export type Reception =
  | { readonly outcome: "welcome" }
  /** They have to prove which account is theirs; the code belongs to their browser alone. */
  | { readonly outcome: "prove"; readonly code: string }
  | { readonly outcome: "refused"; readonly why: "IdentityOfAnother" | "NoAddress" };

/**
 * Receives somebody whom the identity provider vouches for. A linked identity is welcome; a new one with a new address
 * gets an account, its address confirmed only if the issuer says so. An identity is never linked to an account that
 * exists without its person's proof.
 * @param signedIn who is signed in in the same browser
 */
export async function receiveIdentity(
  services: Services,
  claims: IdentityClaims,
  signedIn: string | null,
  from: { readonly requestId: string | null; readonly ip: string | null },
): Promise<Reception> {
  const at = new Date(services.now());
  const email = claims.email === null ? null : normalEmail(claims.email);
  const known = await findIdentity(services.db, claims);
  if (known) {
    if (signedIn !== null && known.userId !== signedIn)
      return { outcome: "refused", why: "IdentityOfAnother" };
    await touchIdentity(services.db, known.id, { email, usedAt: at });
    return { outcome: "welcome" };
  }
  if (email === null && signedIn === null) return { outcome: "refused", why: "NoAddress" };
  if (signedIn !== null || (email !== null && (await findUserByEmail(services.db, email)))) {
    return { outcome: "prove", code: await keepLink(services, { ...claims, email }) };
  }
  if (email !== null) await signUpByIdentity(services, { ...claims, email }, from);
  return { outcome: "welcome" };
}

async function keepLink(services: Services, claims: IdentityClaims): Promise<string> {
  const { issuer, subject, email, emailVerified } = claims;
  const code = newCode();
  const now = services.now();
  await insertIdentityLink(services.db, {
    ...{ id: services.newId("identity"), issuer, subject, email, emailVerified },
    codeHash: hashOfCode(code),
    createdAt: new Date(now),
    expiresAt: new Date(now + LINK_HOLDS_MS),
  });
  return code;
}

/** Who an issuer's subject is here; null where it is linked to nobody. */
export async function personOfIdentity(services: Services, of: IssuerSubject): Promise<string | null> {
  return (await findIdentity(services.db, of))?.userId ?? null;
}

/** The identity that waits for the proof of whoever holds this code; null where there is none. */
export const waitingIdentity = (services: Services, code: string): Promise<IdentityLinkRow | null> =>
  findIdentityLink(services.db, hashOfCode(code), new Date(services.now()));

/**
 * Links a waiting identity to the person who proved that the account is theirs: by its password, or by being signed in.
 * @throws DomainError conflict where the identity is linked meanwhile, or its time is over
 */
export async function linkIdentity(
  services: Services,
  link: IdentityLinkRow,
  userId: string,
): Promise<{ userId: string }> {
  await asUser(services.db, userId, (prisma) => writeLink(services, prisma, link, userId));
  return { userId };
}

async function writeLink(
  services: Services,
  prisma: PrismaTransaction,
  link: IdentityLinkRow,
  userId: string,
): Promise<void> {
  const at = new Date(services.now());
  const user = await lockUser(prisma, userId);
  if (!user || user.deletedAt) throw new DomainError("not_found", "There is no such person.");
  const { issuer, subject, email } = link;
  const identity = { id: services.newId("identity"), userId, issuer, subject, email, createdAt: at };
  if ((await useIdentityLink(prisma, link.id, at)) && (await insertIdentity(prisma, identity))) return;
  throw new DomainError(
    "conflict",
    "This sign-in is linked already, or too much time has passed. Start again.",
  );
}

/**
 * Mails a link that proves whose the account with the waiting identity's address is. Only for an address that the
 * issuer says is theirs; nothing is sent, and nothing else is told, where nobody has an account with it.
 * @throws DomainError conflict for an address the issuer does not vouch for
 */
export async function mailIdentityProof(services: Services, link: IdentityLinkRow): Promise<void> {
  const email = vouchedAddress(link);
  const user = await findUserByEmail(services.db, email);
  if (!user || user.deletedAt) return;
  const userId = user.id;
  const mail = await asUser(services.db, userId, async (prisma) => {
    const purpose = "link_identity";
    const code = await keepCode(services, prisma, {
      userId,
      email,
      purpose,
      holdsMs: LINK_HOLDS_MS,
      ref: link.id,
    });
    return keepMail(services, prisma, {
      ...{ workspaceId: null, userId, recipient: email },
      subject: "Link your sign-in to your account",
      text: `Somebody signed in at ${link.issuer} with this e-mail address. If it was you, open this link within 15 minutes, in the same browser:\n\n${services.settings.publicUrl}/link?code=${code}\n\nIf it was not you, ignore this mail.\n`,
    });
  });
  await deliverMail(services, mail);
}

/** @throws DomainError conflict for an address the issuer does not vouch for */
export function vouchedAddress(link: IdentityLinkRow): string {
  if (link.email !== null && link.emailVerified) return link.email;
  throw new DomainError(
    "conflict",
    "Your sign-in does not vouch for this e-mail address. Sign in to your account first, then link it there.",
  );
}

/**
 * Links a waiting identity by the code of a mail. An address that nobody had confirmed is confirmed by it, and whatever
 * way in somebody else may have set up before is closed: password, other identities and sessions.
 * @throws DomainError validation_error for a code that is unknown, used, too old or of another sign-in
 */
export async function linkByMail(
  services: Services,
  link: IdentityLinkRow,
  code: string,
): Promise<{ userId: string }> {
  const at = new Date(services.now());
  const email = vouchedAddress(link);
  const found = await findChallenge(services.db.prisma, hashOfCode(code), ["link_identity"], at);
  const fits = found && found.ref === link.id && found.email === email && !found.usedAt;
  if (!fits)
    throw fieldError("code", "invalid", "This link is not valid any more, or was opened in another browser.");
  const { userId } = found;
  await asUser(services.db, userId, async (prisma) => {
    const user = await lockUser(prisma, userId);
    const mine = user?.email === email && (await useChallenge(prisma, found.id, at));
    if (!mine) throw fieldError("code", "invalid", "This link is not valid any more.");
    if (!user.emailConfirmedAt) await closeOtherWays(prisma, userId, at);
    await confirmAddress(prisma, { userId, email }, at);
    await writeLink(services, prisma, link, userId);
  });
  return { userId };
}

/** Closes every way into an account whose address nobody had proved until now. */
export async function closeOtherWays(prisma: PrismaTransaction, userId: string, at: Date): Promise<void> {
  await savePassword(prisma, userId, null);
  await deleteIdentities(prisma, userId);
  await endEverySession(prisma, userId, at);
}

/** The identities a person may sign in with, oldest first. */
export const listIdentities = (services: Services, userId: string): Promise<IdentityRow[]> =>
  asUser(services.db, userId, (prisma) => identitiesOf(prisma, userId));

/**
 * Takes an identity off the person's account; one that is not theirs, or gone already, changes nothing.
 * @throws DomainError conflict where nothing else would be left to sign in with
 */
export async function unlinkIdentity(
  services: Services,
  userId: string,
  id: string,
): Promise<{ unlinked: boolean }> {
  return asUser(services.db, userId, async (prisma) => {
    const user = await lockUser(prisma, userId);
    const identities = await identitiesOf(prisma, userId);
    if (!identities.some((identity) => identity.id === id)) return { unlinked: false };
    if (!user?.passwordHash && identities.length === 1)
      throw new DomainError("conflict", "This is the only way you can sign in; set a password first.");
    await deleteIdentities(prisma, userId, id);
    return { unlinked: true };
  });
}

/** Whether the person exists and has a password. */
export async function hasPassword(services: Services, userId: string): Promise<boolean> {
  return Boolean((await findUser(services.db, userId))?.passwordHash);
}
