import { isInvited } from "@/server/db/invitations";
import { DomainError } from "@/server/domain/errors";
import type { Services, Settings } from "../acting";

/** Why nobody makes an account here on their own; pages and errors say the same. */
export type SignUpBlocker = "invited" | "closed" | "no_mail_server";

/** The same in words. */
export const WHY_NOT: Readonly<Record<SignUpBlocker, string>> = {
  invited: "Accounts are made by invitation here. Ask somebody who has one to invite you.",
  closed: "No accounts are made here. Ask the people who run this installation.",
  no_mail_server:
    "This installation has no mail server, so that nobody can sign up from elsewhere. Ask the people who run it.",
};

/**
 * Why a stranger may not sign up, or null where they may. Without a mail server nobody could prove an address; so it is
 * possible only where nobody but this machine reaches the installation.
 */
export function signUpBlocker({
  signUp,
  smtpUrl,
  onlyHere,
}: Pick<Settings, "signUp" | "smtpUrl" | "onlyHere">): SignUpBlocker | null {
  if (signUp !== "open") return signUp;
  return smtpUrl === null && !onlyHere ? "no_mail_server" : null;
}

/** @throws DomainError conflict where nobody signs up on their own */
export function requireSignUp(settings: Settings): void {
  const blocker = signUpBlocker(settings);
  if (blocker !== null) throw new DomainError("conflict", WHY_NOT[blocker]);
}

/** @throws DomainError conflict where not even an invitation makes an account */
export function requireAccountsByInvitation({ signUp }: Pick<Settings, "signUp">): void {
  if (signUp === "closed") throw new DomainError("conflict", WHY_NOT.closed);
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
