import { findUserByEmail, lockUser, normalEmail } from "@/server/db/accounts/accounts";
import { asUser } from "@/server/db/database/transaction";
import {
  deleteIdentities,
  findIdentity,
  type IdentityRow,
  type IssuerSubject,
  identitiesOf,
  insertIdentityLink,
  touchIdentity,
} from "@/server/db/identities/identities";
import { DomainError } from "@/server/domain/errors";
import { type AccountOrigin, recordAccountEvent } from "../account-log";
import { hashOfCode, newCode } from "../accounts/mailed-code";
import { mayJoinByIdentity } from "../accounts/may-join";
import type { Services } from "../request-context";
import { signUpByIdentity } from "../sign-up/sign-up";

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
export type SignInOutcome =
  | { readonly outcome: "welcome" }
  /** They have to prove which account is theirs; the code belongs to their browser alone. */
  | { readonly outcome: "prove"; readonly code: string }
  | { readonly outcome: "refused"; readonly why: "IdentityOfAnother" | "NoAddress" | "SignUpClosed" };

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
): Promise<SignInOutcome> {
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
  if (email !== null) {
    if (!(await mayJoinByIdentity(services, { ...claims, email })))
      return { outcome: "refused", why: "SignUpClosed" };
    await signUpByIdentity(services, { ...claims, email }, from);
  }
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
