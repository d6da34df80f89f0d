const WORDS: Readonly<Record<string, string>> = {
  CredentialsSignin: "The e-mail address or the password is wrong.",
  rate_limited: "Too many attempts. Wait a minute, then try again.",
  unavailable: "The service is not ready. Try again in a moment.",
  OAuthSignin: "The sign-in service did not answer. Try again in a moment, or use your password.",
  OAuthCallback: "The sign-in was interrupted, or could not be verified. Start again.",
  Callback: "The sign-in was interrupted, or could not be verified. Start again.",
  AccessDenied: "The sign-in was not allowed.",
  NoAddress: "The sign-in service does not share your e-mail address, so no account can be created with it.",
  SignUpClosed:
    "There is no account for this sign-in yet, and accounts are created by invitation or by the people who run this installation.",
  IdentityOfAnother: "This sign-in belongs to another account here. Sign out first to use that one.",
};

/** Returns the message for an error code of the sign-in library: the cause and what to do. */
export const signInText = (code: string): string =>
  WORDS[code] ?? "Signing in did not work. Try again in a moment.";
