import { appRouter } from "@/server/api/root";
import { createCallerFactory } from "@/server/api/trpc";
import type { TestService } from "./service";

const callerOf = createCallerFactory(appRouter);

/** Calls procedures as a page does: with a person's sign-in cookie, or as a visitor where no person is named. */
export async function browserCaller(
  service: TestService,
  {
    userId,
    workspaceId = null,
    ip = "192.0.2.7",
    cookie = null,
  }: {
    userId?: string;
    workspaceId?: string | null;
    ip?: string;
    /** A Cookie header of the test's own, in place of a new session. */
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
