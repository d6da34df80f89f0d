import { cookies, headers } from "next/headers";
import { currentRuntime } from "@/server/boot/current-runtime";

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
export async function serviceCaller(workspaceId: string | null) {
  const context = await requestContext(workspaceId);
  return (await currentRuntime()).forPages.callerOf(context);
}
