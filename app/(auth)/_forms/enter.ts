import { signIn } from "next-auth/react";
import { signInText } from "./sign-in-text";

/** Signs a person in and stays on the page; @returns what went wrong in words, or null */
export async function signInHere(email: string, password: string): Promise<string | null> {
  try {
    const answer = await signIn("credentials", { email, password, redirect: false });
    return answer && !answer.error ? null : signInText(answer?.error ?? "");
  } catch {
    return "The service could not be reached. Check the connection and try again.";
  }
}

/**
 * Signs a person in and leaves for `next`, a path of this site, with a full load: nothing of whoever was signed in
 * before stays in memory.
 * @returns what went wrong in words; never returns on success
 */
export async function enter(email: string, password: string, next: string): Promise<string> {
  const refused = await signInHere(email, password);
  if (refused !== null) return refused;
  window.location.assign(next);
  return new Promise(() => {});
}
