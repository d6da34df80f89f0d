import { decode } from "next-auth/jwt";
import { type SessionSubject, subjectOf } from "../credentials/session-jwt";

const PLAIN = "next-auth.session-token";
const SECURE = "__Secure-next-auth.session-token";
const MAX_TOKEN_LENGTH = 4_096;

/** Returns the name of the session cookie at this URL: browsers accept the secure prefix over https only. */
export const sessionCookieName = (publicUrl: string): string =>
  publicUrl.startsWith("https:") ? SECURE : PLAIN;

/** Returns the name of the cookie in which next-auth stores the URL to return to after signing in. */
export const returnCookieName = (publicUrl: string): string =>
  sessionCookieName(publicUrl).replace("session-token", "callback-url");

/** Returns the value of a cookie in a Cookie header; null when the header has no cookie of that name. */
export function cookieNamed(header: string, name: string): string | null {
  for (const part of header.split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}

/** Whether a Cookie header has a session cookie, also one that counts no more: its browser has signed in once. */
export const hasSessionCookie = (cookies: string | null | undefined, publicUrl: string): boolean =>
  cookies?.split(";").some((part) => part.trim().startsWith(`${sessionCookieName(publicUrl)}=`)) ?? false;

/**
 * Reads the session cookie from a Cookie header. Over https only the secure name is accepted, because any page of a
 * neighbouring host, and anyone between the browser and an address without https, can set the plain one.
 * @returns the session and its person, not yet compared with the person's current epoch; null without a valid cookie
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
