import { signIn } from "@/app/_session/sign-in-client";
import { signInText } from "./sign-in-text";

/** Signs a person in and stays on the page. @returns the error message, or null on success */
export async function signInWithoutRedirect(email: string, password: string): Promise<string | null> {
  try {
    const response = await signIn("credentials", { email, password, redirect: false });
    return response && !response.error ? null : signInText(response?.error ?? "");
  } catch {
    return "The service could not be reached. Check the connection and try again.";
  }
}

/**
 * Signs a person in and opens `next`, a path of this site, with a full page load, so that no data of a previous
 * session stays in memory.
 * @returns the error message; on success the page is left and the promise never resolves
 */
export async function enter(email: string, password: string, next: string): Promise<string> {
  const refused = await signInWithoutRedirect(email, password);
  if (refused !== null) return refused;
  window.location.assign(next);
  return new Promise(() => {});
}
