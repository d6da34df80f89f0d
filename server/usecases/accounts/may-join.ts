import { isInvited } from "@/server/db/invitations/invitations";
import { DomainError } from "@/server/domain/errors";
import { SIGN_UP_BLOCKERS, signUpBlocker } from "@/server/domain/sign-up/sign-up";
import type { Services } from "../services";
import type { Settings } from "../settings";

/**
 * Requires that people may sign up on their own.
 * @throws DomainError conflict when sign-up is not open
 */
export function requireSignUp(settings: Settings): void {
  const blocker = signUpBlocker(settings);
  if (blocker !== null) throw new DomainError("conflict", SIGN_UP_BLOCKERS[blocker]);
}

/**
 * Requires that an invitation may create an account.
 * @throws DomainError conflict when sign-up is closed
 */
export function requireAccountsByInvitation({ signUp }: Pick<Settings, "signUp">): void {
  if (signUp === "closed") throw new DomainError("conflict", SIGN_UP_BLOCKERS.closed);
}

/**
 * Returns whether a new person may join through the identity provider: always when sign-up is open; when it is by
 * invitation, only with an address that the provider has verified and an open invitation names.
 */
export async function mayJoinByIdentity(
  services: Services,
  identity: { readonly email: string; readonly emailVerified: boolean },
): Promise<boolean> {
  const { signUp } = services.settings;
  if (signUp === "open") return true;
  if (signUp === "closed" || !identity.emailVerified) return false;
  return isInvited(services.db, identity.email, new Date(services.now()));
}
