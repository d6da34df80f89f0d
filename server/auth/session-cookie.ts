import { decode } from "next-auth/jwt";
import { type SessionSubject, subjectOf } from "../credentials/session-jwt";

const PLAIN = "next-auth.session-token";
const SECURE = "__Secure-next-auth.session-token";
const MAX_TOKEN_LENGTH = 4_096;

/** The name the sign-in cookie has at this address: browsers accept the secure prefix over https only. */
export const sessionCookieName = (publicUrl: string): string =>
  publicUrl.startsWith("https:") ? SECURE : PLAIN;

/** The name of the cookie in which the sign-in library keeps where a person goes on after signing in. */
export const returnCookieName = (publicUrl: string): string =>
  sessionCookieName(publicUrl).replace("session-token", "callback-url");

/** The value of a cookie as it stands in a Cookie header; null where there is none of that name. */
export function cookieNamed(header: string, name: string): string | null {
  for (const part of header.split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}

/**
 * Reads the browser's sign-in cookie out of a Cookie header. Over https the secure name counts alone: any page of a
 * neighbouring host, and anyone between the browser and an address without https, can set the plain one.
 * @returns whose session it is, not yet compared with the person's current epoch; null where there is none that holds
 */
export async function readSessionCookie(
  cookieHeader: string | undefined,
  secret: string,
  publicUrl: string,
): Promise<SessionSubject | null> {
  if (!cookieHeader) return null;
  const token = cookieNamed(cookieHeader, sessionCookieName(publicUrl));
  if (!token || token.length > MAX_TOKEN_LENGTH) return null;
  const session = await decode({ token, secret }).catch(() => null);
  return session && subjectOf({ ...session });
}
