import { insertUser } from "@/server/db/accounts";
import { insertIdentity } from "@/server/db/identities";
import { tenantOf } from "@/server/db/tenant";
import { type Tx, inTenant } from "@/server/db/transaction";
import { DomainError } from "@/server/domain/errors";
import type { Services } from "../acting";
import { deliverMail } from "../mails/deliver";
import { keepConfirmMail } from "./confirm-email";
import { type NewPerson, preparePerson } from "./create-user";
import { foundWorkspace } from "./create-workspace";

const NAME_SHOWN = 80;

/** The request somebody signs up with. */
interface From {
  readonly requestId: string | null;
  readonly ip: string | null;
}

interface Newcomer {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
}

/**
 * Makes a person with their first workspace, on plan free and with the default policy, and mails them a link that
 * confirms their e-mail address.
 * @throws DomainError validation_error for a bad field or an e-mail address that is taken
 */
export async function signUp(
  services: Services,
  input: NewPerson,
  from: From,
): Promise<{ userId: string; workspaceId: string }> {
  const person = await preparePerson(services, input, false);
  const newcomer = { id: person.id, email: person.email, name: input.name?.trim() || null };
  const workspaceId = services.newId("workspace");
  const mail = await inTenant(services.db, tenantOf(workspaceId), async (tx) => {
    await person.write(tx.prisma);
    await foundFirstWorkspace(services, tx, newcomer, from);
    return keepConfirmMail(services, tx.prisma, person);
  });
  await deliverMail(services, mail);
  return { userId: person.id, workspaceId };
}

/**
 * Makes a person whom the identity provider vouches for, with their first workspace and without a password. Of two at
 * once for one identity the second changes nothing.
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
  from: From,
): Promise<void> {
  const { issuer, subject, email, emailVerified, name } = claims;
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
  const mail = await inTenant(services.db, tenantOf(services.newId("workspace")), async (tx) => {
    if (!(await insertUser(tx.prisma, user)) || !(await insertIdentity(tx.prisma, identity)))
      throw new DomainError(
        "conflict",
        "Somebody signed up with this address at the same time. Sign in again.",
      );
    await foundFirstWorkspace(services, tx, user, from);
    return emailVerified ? null : keepConfirmMail(services, tx.prisma, user);
  });
  if (mail) await deliverMail(services, mail);
}

function foundFirstWorkspace(services: Services, tx: Tx, owner: Newcomer, from: From): Promise<void> {
  const called = owner.name ?? owner.email.split("@")[0] ?? "My";
  const name = `${called.slice(0, NAME_SHOWN)}'s shop`;
  return foundWorkspace(services, tx, { name, plan: "free", owner, via: "web", ...from });
}
