import { encode } from "next-auth/jwt";
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
  }: { userId?: string; workspaceId?: string | null; ip?: string },
) {
  const { services, budget } = service;
  const secret = services.settings.authSecret;
  const cookie =
    userId === undefined
      ? null
      : `next-auth.session-token=${await encode({ secret, token: { sub: userId, epoch: 0 } })}`;
  return callerOf({
    services,
    budget,
    request: {
      id: services.newId("request"),
      via: "web",
      authorization: null,
      cookie,
      workspaceHeader: workspaceId,
      idempotencyKey: null,
      ip,
    },
  });
}
