import { type UserRow, findUser, saveName } from "@/server/db/accounts";
import type { IdentityRow } from "@/server/db/identities";
import { DomainError } from "@/server/domain/errors";
import type { Services } from "../acting";
import { PersonName, checked } from "./fields";
import { listIdentities } from "./identities";
import { z } from "zod";

const NameChange = z.object({ name: PersonName });

/**
 * A person's account with the identities they may sign in with.
 * @throws DomainError not_found without such a person
 */
export async function readProfile(
  services: Services,
  userId: string,
): Promise<{ readonly user: UserRow; readonly identities: readonly IdentityRow[] }> {
  const user = await findUser(services.db, userId);
  if (!user || user.deletedAt) throw new DomainError("not_found", "There is no such person.");
  return { user, identities: await listIdentities(services, userId) };
}

/**
 * Gives a person another name, or none where it is empty.
 * @throws DomainError validation_error for a name that is too long
 */
export async function changeName(services: Services, userId: string, name: string): Promise<void> {
  const wanted = name.trim() === "" ? null : checked(NameChange, { name }).name;
  await saveName(services.db, userId, wanted);
}
