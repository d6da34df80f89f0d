/** Why sign-up is not available in this installation; pages and errors use the same codes. */
export type SignUpBlocker = "invited" | "closed" | "no_mail_server";

/** The text of each code. */
export const SIGN_UP_BLOCKERS: Readonly<Record<SignUpBlocker, string>> = {
  invited: "Accounts are created by invitation here. Ask somebody who has one to invite you.",
  closed: "No accounts are created here. Ask the people who run this installation.",
  no_mail_server:
    "This installation has no mail server, so nobody can sign up from elsewhere. Ask the people who run it.",
};

/**
 * Returns why people may not sign up, or null when they may. Without a mail server no address can be verified, so
 * sign-up then requires that only this machine reaches the installation.
 */
export function signUpBlocker({
  signUp,
  smtpUrl,
  loopbackOnly,
}: {
  readonly signUp: "open" | "invited" | "closed";
  readonly smtpUrl: string | null;
  /** Whether only this machine reaches the installation. */
  readonly loopbackOnly: boolean;
}): SignUpBlocker | null {
  if (signUp !== "open") return signUp;
  return smtpUrl === null && !loopbackOnly ? "no_mail_server" : null;
}
