import { cookies, headers } from "next/headers";
import { serviceForPages } from "@/server/boot/service-for-pages";

/**
 * Returns the context of calls for the person whose browser requests the page.
 * @param workspaceId the workspace that calls name; null outside of workspaces
 */
export async function requestContext(workspaceId: string | null) {
  // Comes first, because it makes the page dynamic: at build time there is no service to call.
  const cookie = (await cookies()).toString();
  return (await serviceForPages()).contextOf({ cookie, headers: await headers(), workspaceId });
}

/**
 * Returns the service's procedures for the person whose browser requests the page. Each call is authenticated, counted
 * and authorized like one that the browser sends.
 * @param workspaceId the workspace that calls name; null outside of workspaces
 */
export async function serviceCaller(workspaceId: string | null) {
  const context = await requestContext(workspaceId);
  return (await serviceForPages()).callerOf(context);
}
