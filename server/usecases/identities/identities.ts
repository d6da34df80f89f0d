import { findUserByEmail, lockUser, normalEmail } from "@/server/db/accounts/accounts";
import { asUser } from "@/server/db/database/transaction";
import {
  deleteIdentities,
  findIdentity,
  type IdentityRow,
  type IssuerSubject,
  identitiesOf,
  insertPendingIdentity,
  touchIdentity,
} from "@/server/db/identities/identities";
import { DomainError } from "@/server/domain/errors";
import { type AccountOrigin, recordAccountEvent } from "../account-log";
import { hashOfCode, newCode } from "../accounts/mailed-code";
import { mayJoinByIdentity } from "../accounts/may-join";
import type { Services } from "../services";
import { signUpByIdentity } from "../sign-up/sign-up";

/** Time to prove which account belongs to an identity. */
export const PENDING_IDENTITY_MS = 15 * 60 * 1_000;

/** An identity provider's claims about the person who signed in. */
export interface IdentityClaims extends IssuerSubject {
  readonly email: string | null;
  /** Whether the issuer has verified that the address is theirs. */
  readonly emailVerified: boolean;
  readonly name: string | null;
}

/** Result of a sign-in through the identity provider. */
export type SignInOutcome =
  | { readonly outcome: "signed_in" }
  /** They have to prove which account is theirs; the code goes to their browser only. */
  | { readonly outcome: "proof_required"; readonly code: string }
  | { readonly outcome: "refused"; readonly reason: "IdentityOfAnother" | "NoAddress" | "SignUpClosed" };

/**
 * Handles a sign-in through the identity provider. A linked identity is accepted; a new identity with a new address
 * gets an account, whose address is confirmed only if the issuer has verified it. A new identity is never linked to
 * an existing account without proof by the account's owner.
 * @param signedInUserId the user who is signed in in the same browser; null when signed out
 */
export async function signInByIdentity(
  services: Services,
  claims: IdentityClaims,
  signedInUserId: string | null,
  origin: AccountOrigin,
): Promise<SignInOutcome> {
  const at = new Date(services.now());
  const email = claims.email === null ? null : normalEmail(claims.email);
  const identity = await findIdentity(services.db, claims);
  if (identity) {
    if (signedInUserId !== null && identity.userId !== signedInUserId)
      return { outcome: "refused", reason: "IdentityOfAnother" };
    await touchIdentity(services.db, identity.id, { email, usedAt: at });
    return { outcome: "signed_in" };
  }
  const prove = async (): Promise<SignInOutcome> => ({
    outcome: "proof_required",
    code: await storePendingIdentity(services, { ...claims, email }),
  });
  if (signedInUserId !== null) return prove();
  if (email === null) return { outcome: "refused", reason: "NoAddress" };
  if (await findUserByEmail(services.db, email)) return prove();
  if (!(await mayJoinByIdentity(services, { ...claims, email })))
    return { outcome: "refused", reason: "SignUpClosed" };
  await signUpByIdentity(services, { ...claims, email }, origin);
  return { outcome: "signed_in" };
}

async function storePendingIdentity(services: Services, claims: IdentityClaims): Promise<string> {
  const { issuer, subject, email, emailVerified } = claims;
  const code = newCode();
  const now = services.now();
  await insertPendingIdentity(services.db, {
    id: services.newId("identity"),
    issuer,
    subject,
    email,
    emailVerified,
    codeHash: hashOfCode(code),
    createdAt: new Date(now),
    expiresAt: new Date(now + PENDING_IDENTITY_MS),
  });
  return code;
}

/** Returns the id of the person linked to an issuer's subject; null when there is none. */
export async function userIdOfIdentity(
  services: Services,
  issuerSubject: IssuerSubject,
): Promise<string | null> {
  return (await findIdentity(services.db, issuerSubject))?.userId ?? null;
}

/** Lists the identities a person may sign in with, oldest first. */
export const listIdentities = (services: Services, userId: string): Promise<IdentityRow[]> =>
  asUser(services.db, userId, (prisma) => identitiesOf(prisma, userId));

/**
 * Removes an identity from the person's account; does nothing for one that is not theirs or gone already.
 * @throws DomainError conflict when no other way to sign in would be left
 */
export async function unlinkIdentity(
  services: Services,
  userId: string,
  id: string,
  origin: AccountOrigin,
): Promise<{ unlinked: boolean }> {
  return asUser(services.db, userId, async (prisma) => {
    const user = await lockUser(prisma, userId);
    const identities = await identitiesOf(prisma, userId);
    if (!identities.some((identity) => identity.id === id)) return { unlinked: false };
    if (!user?.passwordHash && identities.length === 1)
      throw new DomainError("conflict", "This is the only way you can sign in; set a password first.");
    await deleteIdentities(prisma, userId, id);
    await recordAccountEvent(services, prisma, userId, origin, {
      action: "identity.unlink",
      before: { identity: id, issuer: issuerOf(identities, id) },
    });
    return { unlinked: true };
  });
}

const issuerOf = (identities: readonly IdentityRow[], id: string): string | null =>
  identities.find((identity) => identity.id === id)?.issuer ?? null;
