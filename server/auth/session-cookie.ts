import { decode } from "next-auth/jwt";
import { type SessionSubject, subjectOf } from "./session-jwt";

const PLAIN = "next-auth.session-token";
const SECURE = "__Secure-next-auth.session-token";
const LONGEST = 4_096;

/** The name the sign-in cookie has at this address: browsers accept the secure prefix over https only. */
export const sessionCookieName = (publicUrl: string): string =>
  publicUrl.startsWith("https:") ? SECURE : PLAIN;

function cookieNamed(header: string, name: string): string | null {
  for (const part of header.split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}

/**
 * Reads the browser's sign-in cookie out of a Cookie header. Over https the secure name is looked at first.
 * @returns whose session it is, not yet compared with the person's current epoch; null where there is none that holds
 */
export async function readSessionCookie(
  cookieHeader: string | undefined,
  secret: string,
  publicUrl: string,
): Promise<SessionSubject | null> {
  if (!cookieHeader) return null;
  const names = sessionCookieName(publicUrl) === SECURE ? [SECURE, PLAIN] : [PLAIN, SECURE];
  for (const name of names) {
    const token = cookieNamed(cookieHeader, name);
    if (!token || token.length > LONGEST) continue;
    const session = await decode({ token, secret }).catch(() => null);
    const subject = session && subjectOf({ ...session });
    if (subject) return subject;
  }
  return null;
}
