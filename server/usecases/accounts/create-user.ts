import { z } from "zod";
import { hashPassword } from "@/server/credentials/password";
import { insertUser } from "@/server/db/accounts/accounts";
import type { PrismaTransaction } from "@/server/db/database/database";
import { asUser } from "@/server/db/database/transaction";
import { type AccountOrigin, BY_OPERATOR, recordAccountEvent } from "../account-log";
import { checked, EmailText, fieldError, PasswordText, PersonName } from "../input";
import type { Services } from "../services";
import { requireGoodPassword } from "./password-quality";

const NewPerson = z.object({
  email: EmailText,
  password: PasswordText,
  name: PersonName.optional(),
});
export type NewPerson = z.infer<typeof NewPerson>;

/** A person whose fields are validated and who is not stored yet. */
export interface PreparedPerson {
  readonly id: string;
  readonly email: string;
  write(prisma: PrismaTransaction): Promise<void>;
}

/**
 * Validates a new person and hashes their password, outside of any transaction. An easily guessed password is refused
 * before any lookup.
 * @throws DomainError validation_error for a bad field; from `write`, for an e-mail address that is taken
 */
export async function preparePerson(
  services: Services,
  input: NewPerson,
  confirmed: boolean,
  origin: AccountOrigin,
): Promise<PreparedPerson> {
  const { email, password, name } = checked(NewPerson, { ...input, email: input.email.trim() });
  await requireGoodPassword(password, email);
  const id = services.newId("user");
  const at = new Date(services.now());
  const passwordHash = await hashPassword(password);
  return {
    id,
    email: email.toLowerCase(),
    async write(prisma) {
      const user = { id, email, name: name ?? null, passwordHash, createdAt: at };
      if (!(await insertUser(prisma, { ...user, emailConfirmedAt: confirmed ? at : null })))
        throw fieldError("email", "taken", "There is an account with this e-mail address already.");
      const after = { with: "password", confirmed };
      await recordAccountEvent(services, prisma, id, origin, { action: "account.create", after });
    },
  };
}

/**
 * Creates a person without a workspace, for the operator.
 * @throws DomainError validation_error for a bad field or an e-mail address that is taken
 */
export async function createUser(
  services: Services,
  input: NewPerson & { readonly confirmed: boolean },
): Promise<{ id: string; email: string }> {
  const { confirmed, ...fields } = input;
  const person = await preparePerson(services, fields, confirmed, BY_OPERATOR);
  await asUser(services.db, person.id, (prisma) => person.write(prisma));
  return { id: person.id, email: person.email };
}
