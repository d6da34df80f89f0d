import { isInvited } from "@/server/db/invitations/invitations";
import { DomainError } from "@/server/domain/errors";
import { SIGN_UP_BLOCKERS, signUpBlocker } from "@/server/domain/sign-up/sign-up";
import type { Services, Settings } from "../request-context";

/** @throws DomainError conflict where nobody signs up on their own */
export function requireSignUp(settings: Settings): void {
  const blocker = signUpBlocker(settings);
  if (blocker !== null) throw new DomainError("conflict", SIGN_UP_BLOCKERS[blocker]);
}

/** @throws DomainError conflict where not even an invitation makes an account */
export function requireAccountsByInvitation({ signUp }: Pick<Settings, "signUp">): void {
  if (signUp === "closed") throw new DomainError("conflict", SIGN_UP_BLOCKERS.closed);
}

/**
 * Whether somebody new may come in by the identity provider: anybody where sign-up is open, and where it is by
 * invitation, whoever the provider vouches for and a waiting invitation names.
 */
export async function mayJoinByIdentity(
  services: Services,
  who: { readonly email: string; readonly emailVerified: boolean },
): Promise<boolean> {
  const { signUp } = services.settings;
  if (signUp === "open") return true;
  if (signUp === "closed" || !who.emailVerified) return false;
  return isInvited(services.db, who.email, new Date(services.now()));
}
