import { cookies, headers } from "next/headers";
import { appRouter } from "@/server/api/root";
import { createCallerFactory } from "@/server/api/trpc";
import { currentRuntime } from "@/server/boot/runtime";

const callerOf = createCallerFactory(appRouter);

/**
 * Returns the context of calls for the person whose browser requests the page.
 * @param workspaceId the workspace that calls name; null outside of workspaces
 */
export async function requestContext(workspaceId: string | null) {
  // Comes first, because it makes the page dynamic: at build time there is no service to call.
  const cookie = (await cookies()).toString();
  const { services, rateLimiter, clientIpOf } = await currentRuntime();
  return {
    services,
    rateLimiter,
    admitted: null,
    request: {
      id: services.newId("request"),
      via: "web" as const,
      authorization: null,
      cookie,
      workspaceHeader: workspaceId,
      idempotencyKey: null,
      ip: clientIpOf(await headers()),
    },
  };
}

/**
 * Returns the service's procedures for the person whose browser requests the page. Each call is authenticated, counted
 * and authorized like one that the browser sends.
 * @param workspaceId the workspace that calls name; null outside of workspaces
 */
export const serviceCaller = async (workspaceId: string | null) =>
  callerOf(await requestContext(workspaceId));
