import type { AnyTRPCRouter } from "@trpc/server";
import type { DeprecatedOperation } from "@/server/domain/deprecation";
import { publishedRoutes } from "./routes";

/** Returns the deprecated operations of a router, for the notification of the workspaces. */
export const deprecatedOperations = (router: AnyTRPCRouter): DeprecatedOperation[] =>
  publishedRoutes(router).flatMap(({ procedurePath: operation, declaration }) => {
    const { deprecated, method, path } = declaration;
    return deprecated ? [{ ...deprecated, operation, method, path: `/api/v1${path}` }] : [];
  });
