import { signIn } from "next-auth/react";
import { signInWords } from "./sign-in-words";

/**
 * Signs a person in and leaves for `next`, a path of this site, with a full load: nothing of whoever was signed in
 * before stays in memory.
 * @returns what went wrong in words; never returns on success
 */
export async function enter(email: string, password: string, next: string): Promise<string> {
  try {
    const answer = await signIn("credentials", { email, password, redirect: false });
    if (answer && !answer.error) {
      window.location.assign(next);
      return new Promise(() => {});
    }
    return signInWords(answer?.error ?? "");
  } catch {
    return "The service could not be reached. Check the connection and try again.";
  }
}
