/** Why nobody makes an account here on their own; pages and errors say the same. */
export type SignUpBlocker = "invited" | "closed" | "no_mail_server";

/** The same in words. */
export const SIGN_UP_BLOCKERS: Readonly<Record<SignUpBlocker, string>> = {
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
  loopbackOnly,
}: {
  readonly signUp: "open" | "invited" | "closed";
  readonly smtpUrl: string | null;
  /** Whether nobody but this machine reaches the installation. */
  readonly loopbackOnly: boolean;
}): SignUpBlocker | null {
  if (signUp !== "open") return signUp;
  return smtpUrl === null && !loopbackOnly ? "no_mail_server" : null;
}
