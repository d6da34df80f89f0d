import { browserContext } from "@/server/api/context";
import { callerOf } from "@/server/api/root";
import type { TestService } from "./service";

/** Calls procedures as a page does: with a person's session cookie, or as a visitor if no person is given. */
export async function browserCaller(
  service: Pick<TestService, "services" | "rateLimiter" | "sessionCookie">,
  {
    userId,
    workspaceId = null,
    ip = "192.0.2.7",
    cookie = null,
  }: {
    userId?: string;
    workspaceId?: string | null;
    ip?: string;
    /** A Cookie header to use instead of a new session. */
    cookie?: string | null;
  },
) {
  const signedIn = userId === undefined ? null : await service.sessionCookie(userId);
  return callerOf(browserContext(service, { cookie: cookie ?? signedIn, workspaceId, ip }));
}
