import { z } from "zod";
import { findUserByEmail, insertUser } from "@/server/db/accounts/accounts";
import { countChallenges } from "@/server/db/accounts/challenges";
import type { PrismaTransaction } from "@/server/db/database/database";
import { tenantOf } from "@/server/db/database/tenant";
import { asUser, inTenant, type Tx } from "@/server/db/database/transaction";
import { insertIdentity } from "@/server/db/identities/identities";
import { countMailsTo } from "@/server/db/mails/mails";
import { HOUR_MS } from "@/server/domain/durations";
import { DomainError } from "@/server/domain/errors";
import { TRIAL_PLAN, trialEndFrom } from "@/server/domain/plan/workspace-trial";
import { type AccountOrigin, recordAccountEvent } from "../account-log";
import { storeConfirmLink } from "../accounts/confirm-email";
import { type NewPerson, preparePerson } from "../accounts/create-user";
import { MAILS_PER_HOUR } from "../accounts/mailed-code";
import { requireSignUp } from "../accounts/may-join";
import { checked, EmailText, PersonName, TimeZoneName } from "../input";
import { storeMail } from "../mails/deliver";
import { deliverOrReturnLink, type OneTimeLink } from "../mails/one-time-link";
import type { Services } from "../services";
import { setUpWorkspace } from "../workspaces/create";

const MAX_OWNER_NAME = 80;
const TAKEN_SUBJECT = "You have a Pricecheck account already";

const SignUpInput = z.object({ email: EmailText, name: PersonName.optional() });

interface NewUser {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  /** Becomes that of their first workspace; null means UTC. */
  readonly timeZone: string | null;
}

/** A validated request for an account; whether the address has one is not checked yet. */
export interface SignUpRequest {
  readonly email: string;
  readonly name: string | null;
  readonly timeZone: string | null;
}

/**
 * Creates a person with their first workspace, in its trial and with the default policy, for installations without
 * mail. The link that confirms the address is returned, to be shown once.
 * @throws DomainError validation_error for a bad field, an easily guessed password or a taken address; conflict when
 * people cannot sign up on their own
 */
export async function signUp(
  services: Services,
  input: NewPerson & { readonly timeZone?: string | undefined },
  origin: AccountOrigin,
): Promise<{ userId: string; workspaceId: string; link: string | null }> {
  requireSignUp(services.settings);
  const person = await preparePerson(services, input, false, origin);
  const timeZone = knownTimeZone(input.timeZone);
  const newUser = { id: person.id, email: person.email, name: input.name?.trim() || null, timeZone };
  const workspaceId = services.newId("workspace");
  const oneTimeLink = await inTenant(services.db, tenantOf(workspaceId), async (tx) => {
    await person.write(tx.prisma);
    await createFirstWorkspace(services, tx, newUser, origin);
    return storeConfirmLink(services, tx.prisma, person);
  });
  return { userId: person.id, workspaceId, link: await deliverOrReturnLink(services, oneTimeLink) };
}

/**
 * Validates the input of a sign-up by mail, without any check that depends on existing accounts.
 * @throws DomainError validation_error for a bad field; conflict when people cannot sign up on their own
 */
export function checkSignUpInput(
  services: Services,
  input: {
    readonly email: string;
    readonly name?: string | undefined;
    readonly timeZone?: string | undefined;
  },
): SignUpRequest {
  requireSignUp(services.settings);
  const { email, name } = checked(SignUpInput, { ...input, email: input.email.trim() });
  const timeZone = knownTimeZone(input.timeZone);
  return { email: email.toLowerCase(), name: name?.trim() || null, timeZone };
}

/**
 * Continues a sign-up by mail. A worker runs it after the answer, so that neither the answer nor its time reveals
 * whether the address has an account. A new address gets an account without a password and a link to set one; an
 * unconfirmed account gets another link; a confirmed one gets a notice. At most five mails per account and hour.
 */
export async function signUpByMail(
  services: Services,
  signUpRequest: SignUpRequest,
  origin: AccountOrigin,
): Promise<void> {
  const user = await findUserByEmail(services.db, signUpRequest.email);
  const oneTimeLink = user
    ? await asUser(services.db, user.id, (prisma) => mailExistingAccount(services, prisma, user))
    : await createAccount(services, signUpRequest, origin);
  if (oneTimeLink) await deliverOrReturnLink(services, oneTimeLink);
}

async function createAccount(
  services: Services,
  signUpRequest: SignUpRequest,
  origin: AccountOrigin,
): Promise<OneTimeLink | null> {
  const newUser = { id: services.newId("user"), ...signUpRequest };
  return inTenant(services.db, tenantOf(services.newId("workspace")), async (tx) => {
    const at = new Date(services.now());
    const { id, email, name } = newUser;
    const user = { id, email, name, passwordHash: null, createdAt: at, emailConfirmedAt: null };
    // Of two concurrent requests, the other one has created the account and sends the mail.
    if (!(await insertUser(tx.prisma, user))) return null;
    await recordCreate(services, tx.prisma, newUser.id, origin, "mail");
    await createFirstWorkspace(services, tx, newUser, origin);
    return storeConfirmLink(services, tx.prisma, newUser);
  });
}

async function mailExistingAccount(
  services: Services,
  prisma: PrismaTransaction,
  user: { readonly id: string; readonly email: string; readonly emailConfirmedAt: Date | null },
): Promise<OneTimeLink | null> {
  const since = new Date(services.now() - HOUR_MS);
  if (user.emailConfirmedAt === null) {
    const sent = await countChallenges(prisma, user.id, ["confirm_email"], since);
    return sent >= MAILS_PER_HOUR ? null : storeConfirmLink(services, prisma, user);
  }
  if ((await countMailsTo(prisma, user.id, TAKEN_SUBJECT, since)) >= MAILS_PER_HOUR) return null;
  const { publicUrl } = services.settings;
  const mail = await storeMail(services, prisma, {
    workspaceId: null,
    userId: user.id,
    recipient: user.email,
    template: "address_in_use",
    subject: TAKEN_SUBJECT,
    text: `Somebody asked to make a Pricecheck account with this address, which has one already. If it was you, sign in at ${publicUrl}/sign-in; a new password is set at ${publicUrl}/forgot\n\nIf it was not you, ignore this mail: nothing has changed.\n`,
  });
  return { mail, link: null };
}

/**
 * Creates a person from the identity provider's claims, with their first workspace and without a password. Of two
 * concurrent calls for one identity, the second fails with conflict and changes nothing. Without mail, an address that
 * the provider has not verified stays unconfirmed until the person requests the link after signing in.
 * @throws DomainError conflict for an e-mail address that was taken meanwhile
 */
export async function signUpByIdentity(
  services: Services,
  claims: {
    readonly issuer: string;
    readonly subject: string;
    readonly email: string;
    readonly emailVerified: boolean;
    readonly name: string | null;
  },
  origin: AccountOrigin,
): Promise<void> {
  const { issuer, subject, email, emailVerified } = claims;
  // The provider's name of a person is taken only where they could have typed it here.
  const name = PersonName.safeParse(claims.name).data ?? null;
  const id = services.newId("user");
  const at = new Date(services.now());
  const user = {
    id,
    email,
    name,
    passwordHash: null,
    createdAt: at,
    emailConfirmedAt: emailVerified ? at : null,
  };
  const identity = { id: services.newId("identity"), userId: id, issuer, subject, email, createdAt: at };
  const byMail = !emailVerified && services.settings.smtpUrl !== null;
  const oneTimeLink = await inTenant(services.db, tenantOf(services.newId("workspace")), async (tx) => {
    if (!(await insertUser(tx.prisma, user)) || !(await insertIdentity(tx.prisma, identity)))
      throw new DomainError(
        "conflict",
        "Somebody signed up with this address at the same time. Sign in again.",
      );
    await recordCreate(services, tx.prisma, id, origin, issuer);
    await createFirstWorkspace(services, tx, { ...user, timeZone: null }, origin);
    return byMail ? storeConfirmLink(services, tx.prisma, user) : null;
  });
  if (oneTimeLink) await deliverOrReturnLink(services, oneTimeLink);
}

const recordCreate = (
  services: Services,
  prisma: PrismaTransaction,
  userId: string,
  origin: AccountOrigin,
  method: string,
): Promise<void> =>
  recordAccountEvent(services, prisma, userId, origin, { action: "account.create", after: { with: method } });

function createFirstWorkspace(
  services: Services,
  tx: Tx,
  owner: NewUser,
  { requestId, ip }: AccountOrigin,
): Promise<void> {
  const ownerName = owner.name ?? owner.email.replace(/@.*$/, "");
  const name = `${ownerName.slice(0, MAX_OWNER_NAME)}'s shop`;
  const timeZone = owner.timeZone ?? undefined;
  const trialEndsAt = trialEndFrom(services.now());
  const workspace = { name, timeZone, plan: TRIAL_PLAN, trialEndsAt };
  return setUpWorkspace(services, tx, { ...workspace, owner, via: "web", requestId, ip });
}

/** Returns a browser's time zone if the service knows it, which must not keep anybody from signing up; else null. */
const knownTimeZone = (name: string | undefined): string | null => TimeZoneName.safeParse(name).data ?? null;
