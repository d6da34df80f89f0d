import { cookies } from "next/headers";
import { cache } from "react";
import type { Outputs } from "@/app/_trpc/client";
import { publicError } from "@/server/api/error-response";
import { appRouter } from "@/server/api/root";
import { createCallerFactory } from "@/server/api/trpc";
import { currentRuntime } from "@/server/boot/runtime";

export type Person = Outputs["account"]["me"];

const callerOf = createCallerFactory(appRouter);

/**
 * Returns the signed-in person, read once per request; null for a visitor.
 * @throws Error if the session cannot be checked, for example without a database; it is never treated as a visitor's
 */
export const signedInPerson = cache(async (): Promise<Person | null> => {
  // Comes first, because it makes the page dynamic: at build time there is no service to call.
  const cookie = (await cookies()).toString();
  const { services, rateLimiter } = await currentRuntime();
  const caller = callerOf({
    services,
    rateLimiter,
    admitted: null,
    request: {
      id: services.newId("request"),
      via: "web",
      authorization: null,
      cookie,
      workspaceHeader: null,
      idempotencyKey: null,
      ip: null,
    },
  });
  try {
    return await caller.account.me();
  } catch (error) {
    if (publicError(error).code === "unauthorized") return null;
    throw error;
  }
});
