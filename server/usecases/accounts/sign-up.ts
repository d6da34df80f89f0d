import { tenantOf } from "@/server/db/tenant";
import { inTenant } from "@/server/db/transaction";
import type { Services } from "../acting";
import { deliverMail } from "../mails/deliver";
import { keepConfirmMail } from "./confirm-email";
import { type NewPerson, preparePerson } from "./create-user";
import { foundWorkspace } from "./create-workspace";

const NAME_SHOWN = 80;

/**
 * Makes a person with their first workspace, on plan free and with the default policy, and mails them a link that
 * confirms their e-mail address.
 * @throws DomainError validation_error for a bad field or an e-mail address that is taken
 */
export async function signUp(
  services: Services,
  input: NewPerson,
  from: { readonly requestId: string | null; readonly ip: string | null },
): Promise<{ userId: string; workspaceId: string }> {
  const person = await preparePerson(services, input, false);
  const workspaceId = services.newId("workspace");
  const called = input.name?.trim() || person.email.split("@")[0] || "My";
  const mail = await inTenant(services.db, tenantOf(workspaceId), async (tx) => {
    await person.write(tx.prisma);
    const name = `${called.slice(0, NAME_SHOWN)}'s shop`;
    await foundWorkspace(services, tx, { name, plan: "free", owner: person, via: "web", ...from });
    return keepConfirmMail(services, tx.prisma, person);
  });
  await deliverMail(services, mail);
  return { userId: person.id, workspaceId };
}
