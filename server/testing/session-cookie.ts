import { encode } from "next-auth/jwt";
import { sessionCookieName } from "@/server/auth/session-cookie";
import type { SessionSubject } from "@/server/credentials/session-jwt";
import type { Services } from "@/server/usecases/services";

/** Returns the Cookie header of a browser with that session. */
export async function sessionCookieOf(services: Services, subject: SessionSubject): Promise<string> {
  const { authSecret: secret, publicUrl } = services.settings;
  const { userId, epoch, sessionId } = subject;
  const value = await encode({ secret, token: { sub: userId, epoch, sid: sessionId } });
  return `${sessionCookieName(publicUrl)}=${value}`;
}
