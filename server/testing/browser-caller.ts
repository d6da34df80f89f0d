import { appRouter } from "@/server/api/root";
import { createCallerFactory } from "@/server/api/trpc";
import type { TestService } from "./service";

const callerOf = createCallerFactory(appRouter);

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
  const { services, rateLimiter } = service;
  const signedIn = userId === undefined ? null : await service.sessionCookie(userId);
  return callerOf({
    services,
    rateLimiter,
    admitted: null,
    request: {
      id: services.newId("request"),
      via: "web",
      authorization: null,
      cookie: cookie ?? signedIn,
      workspaceHeader: workspaceId,
      idempotencyKey: null,
      ip,
    },
  });
}
