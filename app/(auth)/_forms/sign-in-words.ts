const WORDS: Readonly<Record<string, string>> = {
  CredentialsSignin: "The e-mail address or the password is not right.",
  rate_limited: "Too many attempts. Wait a minute, then try again.",
  unavailable: "The service is not ready. Try again in a moment.",
};

/** What a failed sign-in means and what to do, for the code the sign-in library gives. */
export const signInWords = (code: string): string =>
  WORDS[code] ?? "Signing in did not work. Try again in a moment.";
