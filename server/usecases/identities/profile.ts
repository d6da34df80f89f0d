import { z } from "zod";
import { findUser, saveName, type UserRow } from "@/server/db/accounts/accounts";
import type { IdentityRow } from "@/server/db/identities/identities";
import { DomainError } from "@/server/domain/errors";
import { checked, PersonName } from "../input";
import type { Services } from "../services";
import { listIdentities } from "./identities";

const NameChange = z.object({ name: PersonName });

/**
 * Returns a person's account with the identities they may sign in with.
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
 * Changes a person's name; an empty name removes it.
 * @throws DomainError validation_error for a name that is too long
 */
export async function changeName(services: Services, userId: string, name: string): Promise<void> {
  const newName = name.trim() === "" ? null : checked(NameChange, { name }).name;
  await saveName(services.db, userId, newName);
}
